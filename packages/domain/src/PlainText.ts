/**
 * Texts that strangers write. What is stored looks the same to everybody, and can be printed: white space of a line is
 * folded to single blanks; a text is refused that looks empty, or has control, private, half, hidden or
 * direction-turning characters, or more than eight marks on a letter. What it says is not judged. Follows
 * docs/specification.md#texts.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/**
 * Control characters that are no white space, halves of pairs, private use, what is no character or stands for an
 * object; what turns the direction of writing; deprecated and interlinear formats; tags, in which whole texts hide.
 */
const refused =
  /(?![\t-\r\u0085])\p{Cc}|[\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFC\u{E0000}-\u{E007F}]/gu

/** One selects a form of the character before it; in more of them texts hide, too. */
const selectors = /\p{Variation_Selector}{2,}/gu

/** So many marks on one letter are no script's, which has at most half as many: they cover what stands around it. */
const piled = /[\p{M}\u200C\u200D]{9,}/gu

/** Something to see: not only blanks, marks and what has no shape of its own. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Soft hyphens, and characters of no width that only say where a line may break. */
const breakHints = /[\u00AD\u200B\u2060\uFEFF]/g

/** A character that may be refused. Most texts have only Latin letters, and the punctuation and currencies beside them. */
const unusual = /[^\t-\r -~\u0085\u00A0-\u02FF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0]/

/** A text without the characters that are refused, where it cannot be: a carrier's words, another site's. */
export const clean = (text: string): string =>
  unusual.test(text) ? text.replace(refused, "").replace(selectors, "").replace(piled, "") : text

/** Whether a text has characters that are refused. */
export const hasUnprintable = (text: string): boolean => clean(text) !== text

/** Whether a text can be shown and printed, as it is, to everybody. */
export const isPrintable = (text: string): boolean => visible.test(text) && !hasUnprintable(text)

/** A line with its white space folded. */
export const foldLine = (text: string): string =>
  text.replace(breakHints, "").replace(/[\s\u0085]+/g, " ").trim().normalize("NFC")

/** A line that somebody typed and that is not stored, such as the words of a search; empty where nothing is left. */
export const typedLine = (text: string): string =>
  // A line break is a blank before `clean` takes it out, and what that takes out leaves blanks together.
  foldLine(clean(foldLine(text)))

/** A line that somebody said who cannot be refused, such as a carrier; `?` where there is nothing to see. */
export const saidLine = (text: string): string => {
  const line = typedLine(text)
  return visible.test(line) ? line : "?"
}

/** Whether a text has at most so many characters: code points, as JSON Schema counts them, not UTF-16 units. */
export const isWithin = (text: string, longest: number): boolean =>
  text.length <= longest || text.length <= 2 * longest && [...text].length <= longest

/** Allows so many characters (`isWithin`). */
export const atMost =
  (longest: number) => <A extends string, I, R>(self: Schema.Schema<A, I, R>): Schema.filter<Schema.Schema<A, I, R>> =>
    Schema.filter<Schema.Schema<A, I, R>>((text) => isWithin(text, longest), {
      jsonSchema: { maxLength: longest },
      description: `a string at most ${longest} character(s) long`
    })(self)

/** Whether a text is a line as it is stored. */
export const isLine = (text: string, longest: number): boolean =>
  isWithin(text, longest) && foldLine(text) === text && isPrintable(text)

/** Whether a text may be stored as one of several lines. */
export const isText = (text: string, longest: number): boolean =>
  isWithin(text, longest) && text.trim() === text && isPrintable(text)

/** What is asked of every text. */
export const printable = "without control characters and hidden ones"

/** What is asked of a line, or of a text. */
export const describe = (longest: number, least: 0 | 1 = 1): string => `${least} to ${longest} characters, ${printable}`

const textThat = (
  holds: (text: string) => boolean,
  fold: (text: string) => string,
  longest: number,
  least: 0 | 1
): Schema.Schema<string> =>
  Schema.transform(
    Schema.String,
    Schema.String.pipe(Schema.filter((text) => (least === 0 && text === "") || holds(text), {
      description: describe(longest, least),
      arbitrary: () => (fc) =>
        fc.stringMatching(/^[a-zß-ö]{1,9}( [a-z]{1,9}){0,3}$/).map((text) => text.slice(0, longest))
    })),
    { strict: true, decode: fold, encode: (text) => text }
  ).annotations({
    jsonSchema: {
      type: "string",
      description: `${least} to ${longest} characters`,
      ...(least === 0 ? {} : { minLength: 1 }),
      maxLength: longest
    }
  })

/** A line of at most so many characters; decoding folds its white space. `least` 0: or nothing. */
export const Line = (longest: number, least: 0 | 1 = 1): Schema.Schema<string> =>
  textThat((text) => isLine(text, longest), foldLine, longest, least)

/** A text of several lines; decoding trims it. `least` 0: or nothing. */
export const Text = (longest: number, least: 0 | 1 = 1): Schema.Schema<string> =>
  textThat((text) => isText(text, longest), (text) => text.trim(), longest, least)
