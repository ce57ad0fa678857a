/**
 * Whether a text is a URL, as `new URL` decides it.
 *
 * `URL.canParse` is not used: once V8 has compiled a call of it, Node.js 20 takes a text with letters such as "ü",
 * whose characters are a byte each, for malformed.
 *
 * @since 1.0.0
 */

/** Whether `new URL` takes it. `base`: what a relative one is read against. */
export const canParse = (text: string, base?: string | URL): boolean => {
  try {
    return new URL(text, base).href !== ""
  } catch {
    return false
  }
}
