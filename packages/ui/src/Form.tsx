/**
 * Fields of a form, a list to choose from, and a summary of their errors.
 *
 * The rule: every field has a visible label, and an error is shown three times: in colour, in words beside the field,
 * and in the summary, whose link leads to the field. `aria-describedby` names only what is there. A page has at most
 * one form with errors at a time, so that the ids are the fields' names.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"
import { Notice } from "./Notice.tsx"

export interface FieldProps {
  readonly id: string
  readonly label: string
  readonly fault?: string | undefined
  readonly hint?: string
  /** Takes a row of its own among `Fields`. */
  readonly wide?: boolean
  /** Shown where the country that is chosen has regions: an option of the kind `has-region`. */
  readonly isRegion?: boolean
}

const describedBy = ({ fault, hint, id }: FieldProps): string | undefined =>
  [fault !== undefined && `${id}-fault`, hint !== undefined && `${id}-hint`].filter((one) => one !== false).join(" ")
  || undefined

const Labelled = ({ children, field }: { readonly field: FieldProps; readonly children: ComponentChildren }): VNode => (
  <div class={`field${field.wide === true ? " wide-field" : ""}${field.isRegion === true ? " region" : ""}`}>
    <label for={field.id}>{field.label}</label>
    {children}
    {field.fault !== undefined && <p class="fault" id={`${field.id}-fault`}>{field.fault}</p>}
    {field.hint !== undefined && <p class="hint" id={`${field.id}-hint`}>{field.hint}</p>}
  </div>
)

export interface TextFieldProps extends FieldProps {
  /** The name in the form, where it is not the id. */
  readonly name?: string
  readonly type?: "text" | "email" | "tel"
  readonly inputmode?: "numeric" | "text"
  /** What browsers may fill in, by HTML's names. Without one, they still keep what was typed where somebody goes back. */
  readonly autocomplete?: string
  /** The id of a `datalist` with values to choose from. */
  readonly list?: string
  readonly placeholder?: string
  /** Phones begin what is typed with a capital letter, unless they are told not to. */
  readonly autocapitalize?: "none"
  readonly maxlength: number
  readonly value?: string
  readonly required?: boolean
}

export const TextField = (props: TextFieldProps): VNode => {
  const attributes = {
    id: props.id,
    name: props.name ?? props.id,
    inputmode: props.inputmode,
    autocomplete: props.autocomplete,
    autocapitalize: props.autocapitalize,
    list: props.list,
    placeholder: props.placeholder,
    maxlength: props.maxlength,
    spellcheck: false,
    required: props.required,
    value: props.value === "" ? undefined : props.value,
    "aria-invalid": props.fault === undefined ? undefined : true,
    "aria-describedby": describedBy(props)
  } as const
  return (
    <Labelled field={props}>
      <input type={props.type ?? "text"} {...attributes} />
    </Labelled>
  )
}

export const TextArea = (
  props: FieldProps & { readonly maxlength: number; readonly value?: string; readonly required?: boolean }
): VNode => (
  <Labelled field={props}>
    <textarea
      id={props.id}
      name={props.id}
      maxlength={props.maxlength}
      required={props.required}
      aria-invalid={props.fault === undefined ? undefined : true}
      aria-describedby={describedBy(props)}
    >
      {props.value ?? ""}
    </textarea>
  </Labelled>
)

export interface Option {
  readonly value: string
  readonly words: string
  /** A class by which styles tell what is chosen. */
  readonly kind?: string | undefined
}

export const SelectField = (
  props: FieldProps & {
    readonly name?: string
    readonly autocomplete?: string
    readonly options: ReadonlyArray<Option>
    readonly selected: string | undefined
  }
): VNode => (
  <Labelled field={props}>
    <select
      id={props.id}
      name={props.name ?? props.id}
      autocomplete={props.autocomplete}
      aria-invalid={props.fault === undefined ? undefined : true}
      aria-describedby={describedBy(props)}
    >
      {props.options.map(({ kind, value, words }) => (
        <option value={value} class={kind} selected={value === props.selected}>{words}</option>
      ))}
    </select>
  </Labelled>
)

/** Fields beside each other, under a name for screen readers only. */
export const Fields = (
  { children, label }: { readonly label: string; readonly children: ComponentChildren }
): VNode => <div class="fields" role="group" aria-label={label}>{children}</div>

/** Fields that belong together, in a frame with their name. */
export const Group = (
  { children, legend }: { readonly legend: string; readonly children: ComponentChildren }
): VNode => (
  <fieldset class="group">
    <legend>{legend}</legend>
    {children}
  </fieldset>
)

export interface Choice {
  readonly value: string
  readonly words: string
  readonly marks?: ComponentChildren
  /** Shown while this choice is selected: a hint, or fields of its own. */
  readonly more?: ComponentChildren
}

export interface ChoiceListProps {
  readonly name: string
  readonly legend: string
  readonly choices: ReadonlyArray<Choice>
  readonly selected: string | undefined
  readonly fault?: string | undefined
}

/** A choice of one among several, each with its own content. */
export const ChoiceList = ({ choices, fault, legend, name, selected }: ChoiceListProps): VNode => (
  <fieldset aria-describedby={fault === undefined ? undefined : `${name}-fault`}>
    <legend>{legend}</legend>
    {fault !== undefined && <p class="fault" id={`${name}-fault`}>{fault}</p>}
    <div class="choices">
      {choices.map(({ marks, more, value, words }) => (
        <div class="choice">
          <label for={`${name}-${value}`}>
            <input type="radio" id={`${name}-${value}`} name={name} value={value} checked={value === selected} />
            {words}
            <span class="marks">{marks}</span>
          </label>
          {more !== undefined &&
            (typeof more === "string" ? <p class="more">{more}</p> : <div class="more">{more}</div>)}
        </div>
      ))}
    </div>
  </fieldset>
)

/** All errors, in the order of the page, each a link to its field. The title is in the page's language. */
export const ErrorSummary = (
  { faults, title }: {
    readonly faults: ReadonlyArray<{ readonly field: string; readonly words: string }>
    readonly title: string
  }
): VNode => (
  <Notice tone="wrong" title={title}>
    <ul>
      {faults.map(({ field, words }) => (
        <li>
          <a href={`#${field}`}>{words}</a>
        </li>
      ))}
    </ul>
  </Notice>
)
