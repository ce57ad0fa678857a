/**
 * States: a word in colour, the steps of a process with the finished ones marked, and a timeline.
 *
 * The rule: colour never says anything alone; the word does. Times come as text and as a machine-readable moment, both
 * from the caller, who knows the shop's time zone.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"

export type Tone = "right" | "wait" | "wrong"

export const Status = (
  { children, tone }: { readonly tone?: Tone | undefined; readonly children: ComponentChildren }
): VNode => <span class={tone === undefined ? "status" : `status ${tone}`}>{children}</span>

/** A moment in words, and for programs as `iso`. */
export interface Moment {
  readonly iso: string
  readonly words: string
}

export const Time = ({ iso, words }: Moment): VNode => <time datetime={iso}>{words}</time>

export interface Step {
  readonly name: string
  readonly at: Moment | undefined
}

/** The steps of a process; `reached` counts from 0. */
export const Steps = (
  { label, reached, steps }: { readonly label: string; readonly reached: number; readonly steps: ReadonlyArray<Step> }
): VNode => (
  <ol class="steps" aria-label={label}>
    {steps.map(({ at, name }, index) => (
      <li class={index <= reached ? "done" : undefined} aria-current={index === reached ? "step" : undefined}>
        {name}
        {at !== undefined && index <= reached && (
          <>
            <small>
              <Time {...at} />
            </small>
          </>
        )}
      </li>
    ))}
  </ol>
)

/** Events, the latest first. */
export const Timeline = (
  { entries }: { readonly entries: ReadonlyArray<{ readonly words: string; readonly at: Moment }> }
): VNode => (
  <ol class="timeline" reversed>
    {entries.map(({ at, words }) => (
      <li>
        {words}
        <br />
        <small class="quiet">
          <Time {...at} />
        </small>
      </li>
    ))}
  </ol>
)
