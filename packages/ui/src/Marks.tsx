/**
 * The small drawings that all pages share: a lock, an arrow back, a bag, a lens, and signs of success and failure.
 *
 * They are inline SVG of plain shapes in the colour of the surrounding text. Each decorates words that say the same,
 * and is therefore hidden from screen readers.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"

export interface MarkProps {
  readonly width: number
  readonly height?: number
  readonly children: ComponentChildren
}

export const Mark = ({ children, width, height = width }: MarkProps): VNode => (
  <svg
    class="mark"
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

const line = { fill: "none", stroke: "currentColor", "stroke-linecap": "round", "stroke-linejoin": "round" } as const

export const Lock = (): VNode => (
  <Mark width={16}>
    <rect x="3" y="7" width="10" height="7" rx="1.6" fill="currentColor" />
    <path d="M5.2 7V4.9a2.8 2.8 0 0 1 5.6 0V7" fill="none" stroke="currentColor" stroke-width="1.6" />
  </Mark>
)

export const Back = (): VNode => (
  <Mark width={16}>
    <path d="M9.6 3.2 4.8 8l4.8 4.8" {...line} stroke-width="1.8" />
  </Mark>
)

/** Beside a message: an exclamation mark, or a tick for good news. */
export const Attention = (): VNode => (
  <Mark width={20}>
    <circle cx="10" cy="10" r="8.6" {...line} stroke-width="1.8" />
    <path d="M10 5.8v5" {...line} stroke-width="1.9" />
    <circle cx="10" cy="14" r="1.15" fill="currentColor" />
  </Mark>
)

export const Tick = (): VNode => (
  <Mark width={20}>
    <circle cx="10" cy="10" r="8.6" {...line} stroke-width="1.8" />
    <path d="m6.4 10.3 2.5 2.5 4.7-5" {...line} stroke-width="1.8" />
  </Mark>
)

/** The subject of the whole page, at its head. */
export type Sign = "done" | "waiting" | "stopped" | "unknown"

const shapes: Readonly<Record<Sign, VNode>> = {
  done: <path d="m18.5 28.6 6.4 6.4 12.8-13.4" {...line} stroke-width="3.2" />,
  waiting: (
    <>
      <circle cx="28" cy="28" r="11.5" {...line} stroke-width="3.2" />
      <path d="M28 21.4V28l4.6 3" {...line} stroke-width="3.2" />
    </>
  ),
  stopped: <path d="m21 21 14 14m0-14L21 35" {...line} stroke-width="3.2" />,
  unknown: (
    <>
      <path d="M22.8 23.4a5.3 5.3 0 1 1 7.6 4.7c-1.7.8-2.4 1.9-2.4 3.6" {...line} stroke-width="3.2" />
      <circle cx="28" cy="37.4" r="2.2" fill="currentColor" />
    </>
  )
}

export const SignMark = ({ sign, tone }: { readonly sign: Sign; readonly tone: "right" | "wait" | "wrong" }): VNode => (
  <div class={`sign ${tone}`}>
    <Mark width={56}>
      <circle cx="28" cy="28" r="27" fill="currentColor" opacity=".12" />
      {shapes[sign]}
    </Mark>
  </div>
)

export const Find = (): VNode => (
  <Mark width={20}>
    <circle cx="8.6" cy="8.6" r="5.6" fill="none" stroke="currentColor" stroke-width="1.8" />
    <path d="m12.8 12.8 4.4 4.4" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
  </Mark>
)

export const Bag = (): VNode => (
  <Mark width={20}>
    <path d="M4 6.8h12l-.9 10H4.9z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" />
    <path d="M7.2 8.8V5.4a2.8 2.8 0 0 1 5.6 0v3.4" fill="none" stroke="currentColor" stroke-width="1.6" />
  </Mark>
)
