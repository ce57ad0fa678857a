/**
 * The small drawings on the hosted pages: ways to pay, card brands, a lock and a few signs, as inline SVG.
 *
 * They are drawn here, from plain shapes and the reader's own fonts, because the pages load nothing from anywhere.
 * Each is decoration beside words that say the same, and so hidden from screen readers.
 */
import type { PaymentMethod } from "@beauty-store/commerce/payment/PaymentProvider"
import type { Html } from "@beauty-store/web/Html"
import { trusted } from "@beauty-store/web/Html"

const mark = (width: number, height: number, inside: string): Html =>
  trusted(
    `<svg class="mark" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${inside}</svg>`
  )

const plate = (inside: string, fill = "#fff", border = "#d5d9e0", width = 38): Html =>
  mark(
    width,
    24,
    `<rect x=".5" y=".5" width="${width - 1}" height="23" rx="4.5" fill="${fill}" stroke="${border}"/>${inside}`
  )

const word = (text: string, x: number, y: number, size: number, fill: string, more = ""): string =>
  `<text x="${x}" y="${y}" font-family="Arial, Helvetica, sans-serif" font-size="${size}" font-weight="700" fill="${fill}"${more}>${text}</text>`

const centred = (text: string, size: number, fill: string, more = "", width = 38): string =>
  word(text, width / 2, 12 + size * 0.36, size, fill, ` text-anchor="middle"${more}`)

const named = (text: string, ground: string): Html => plate(centred(text, 11, "#0b051d", "", 60), ground, ground, 60)

export const visa: Html = plate(centred("VISA", 11, "#1a1f71", " font-style=\"italic\" letter-spacing=\"-.2\""))

export const mastercard: Html = plate(
  "<circle cx=\"15\" cy=\"12\" r=\"6.5\" fill=\"#eb001b\"/><circle cx=\"23\" cy=\"12\" r=\"6.5\" fill=\"#f79e1b\"/>"
    + "<path d=\"M19 6.9a6.5 6.5 0 0 1 0 10.2 6.5 6.5 0 0 1 0-10.2z\" fill=\"#ff5f00\"/>"
)

export const amex: Html = plate(centred("AMEX", 10, "#fff"), "#1f72cd", "#1f72cd")

const apple =
  "<path transform=\"translate(6.6 5.2) scale(.56)\" fill=\"#000\" d=\"M17.05 12.54c-.03-2.88 2.35-4.26 2.46-4.33-1.34-1.96"
  + "-3.42-2.23-4.16-2.26-1.77-.18-3.46 1.04-4.36 1.04-.9 0-2.28-1.02-3.75-.99-1.93.03-3.71 1.12-4.7 2.85-2.01 3.48-.52 8.63 1.44 "
  + "11.45.96 1.38 2.1 2.93 3.6 2.88 1.44-.06 1.99-.93 3.73-.93 1.74 0 2.24.93 3.76.9 1.56-.03 2.54-1.41 3.49-2.8 1.1-1.6 1.55-3.16 "
  + "1.58-3.24-.03-.01-3.03-1.16-3.06-4.61zM14.17 4.08c.8-.96 1.33-2.3 1.18-3.64-1.15.05-2.53.76-3.35 1.73-.74.85-1.38 2.21-1.21 "
  + "3.52 1.28.1 2.58-.65 3.38-1.61z\" />"

const google =
  "<g transform=\"translate(6 5.6) scale(.7)\" fill=\"none\" stroke-width=\"3.4\"><path d=\"M15 3.9A7.3 7.3 0 0 0 3.2 5.4\" "
  + "stroke=\"#ea4335\"/><path d=\"M3.2 5.4a7.3 7.3 0 0 0 0 7.2\" stroke=\"#fbbc04\"/><path d=\"M3.2 12.6A7.3 7.3 0 0 0 14 14.8\" "
  + "stroke=\"#34a853\"/><path d=\"M9.3 9.1h7.2a7.3 7.3 0 0 1-2.5 5.7\" stroke=\"#4285f4\"/></g>"

export const methods: Readonly<Record<PaymentMethod, Html>> = {
  card: trusted(`${visa.text}${mastercard.text}${amex.text}`),
  apple_pay: plate(apple + word("Pay", 20.4, 16.4, 12, "#000"), "#fff", "#d5d9e0", 48),
  google_pay: plate(google + word("Pay", 20.4, 16.4, 12, "#3c4043"), "#fff", "#d5d9e0", 48),
  klarna: named("Klarna", "#ffb3c7"),
  afterpay: named("afterpay", "#b2fce4"),
  clearpay: named("clearpay", "#b2fce4")
}

export const lock: Html = mark(
  16,
  16,
  "<rect x=\"3\" y=\"7\" width=\"10\" height=\"7\" rx=\"1.6\" fill=\"currentColor\"/>"
    + "<path d=\"M5.2 7V4.9a2.8 2.8 0 0 1 5.6 0V7\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\"/>"
)

export const back: Html = mark(
  16,
  16,
  "<path d=\"M9.6 3.2 4.8 8l4.8 4.8\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
)

export const warning: Html = mark(
  20,
  20,
  "<circle cx=\"10\" cy=\"10\" r=\"9\" fill=\"currentColor\"/>"
    + "<path d=\"M10 5.4v5.4\" stroke=\"#fff\" stroke-width=\"2\" stroke-linecap=\"round\"/><circle cx=\"10\" cy=\"14.2\" r=\"1.2\" fill=\"#fff\"/>"
)

const sign = (inside: string): Html =>
  mark(56, 56, `<circle cx="28" cy="28" r="27" fill="currentColor" opacity=".12"/>${inside}`)

const stroke =
  "fill=\"none\" stroke=\"currentColor\" stroke-width=\"3.2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""

export const tick: Html = sign(`<path d="m18.5 28.6 6.4 6.4 12.8-13.4" ${stroke}/>`)
export const clock: Html = sign(`<circle cx="28" cy="28" r="11.5" ${stroke}/><path d="M28 21.4V28l4.6 3" ${stroke}/>`)
export const cross: Html = sign(`<path d="m21 21 14 14m0-14L21 35" ${stroke}/>`)
export const question: Html = sign(
  `<path d="M22.8 23.4a5.3 5.3 0 1 1 7.6 4.7c-1.7.8-2.4 1.9-2.4 3.6" ${stroke}/><circle cx="28" cy="37.4" r="2.2" fill="currentColor"/>`
)
export const shield: Html = sign(
  `<path d="M28 16.5c3.2 2.3 6.5 3.2 10 3.3 0 8.7-2.6 14.7-10 18.7-7.4-4-10-10-10-18.7 3.5-.1 6.8-1 10-3.3z" ${stroke}/><path d="m23.8 27.6 3.2 3.2 5.6-6" ${stroke}/>`
)
