/**
 * Small drawings of payment methods and card brands, as inline SVG.
 *
 * They are drawn here, from plain shapes and the reader's own fonts, because the pages load nothing. Each decorates
 * words that say the same, and is therefore hidden from screen readers. They keep their own colours in a dark scheme: a
 * brand's mark is a plate.
 */
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import { Mark } from "@beauty-store/ui/Marks"
import type { ComponentChildren, VNode } from "preact"

interface PlateProps {
  readonly width?: number
  readonly fill?: string
  readonly border?: string
  readonly children: ComponentChildren
}

const Plate = ({ border = "#d5d9e0", children, fill = "#fff", width = 38 }: PlateProps): VNode => (
  <Mark width={width} height={24}>
    <rect x=".5" y=".5" width={width - 1} height="23" rx="4.5" fill={fill} stroke={border} />
    {children}
  </Mark>
)

interface WordProps {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly centred?: boolean
  readonly italic?: boolean
  readonly children: string
}

const Word = ({ centred = false, children, fill, italic = false, size, x, y }: WordProps): VNode => (
  <text
    x={x}
    y={y}
    font-family="Arial, Helvetica, sans-serif"
    font-size={size}
    font-weight="700"
    font-style={italic ? "italic" : undefined}
    text-anchor={centred ? "middle" : undefined}
    fill={fill}
  >
    {children}
  </text>
)

const Visa = (): VNode => (
  <Plate>
    <Word x={19} y={15.96} size={11} fill="#1a1f71" centred italic>VISA</Word>
  </Plate>
)

const Mastercard = (): VNode => (
  <Plate>
    <circle cx="15" cy="12" r="6.5" fill="#eb001b" />
    <circle cx="23" cy="12" r="6.5" fill="#f79e1b" />
    <path d="M19 6.9a6.5 6.5 0 0 1 0 10.2 6.5 6.5 0 0 1 0-10.2z" fill="#ff5f00" />
  </Plate>
)

const Amex = (): VNode => (
  <Plate fill="#1f72cd" border="#1f72cd">
    <Word x={19} y={15.6} size={10} fill="#fff" centred>AMEX</Word>
  </Plate>
)

const ApplePay = (): VNode => (
  <Plate width={48}>
    <path
      transform="translate(6.6 5.2) scale(.56)"
      fill="#000"
      d="M17.05 12.54c-.03-2.88 2.35-4.26 2.46-4.33-1.34-1.96-3.42-2.23-4.16-2.26-1.77-.18-3.46 1.04-4.36 1.04-.9 0-2.28-1.02-3.75-.99-1.93.03-3.71 1.12-4.7 2.85-2.01 3.48-.52 8.63 1.44 11.45.96 1.38 2.1 2.93 3.6 2.88 1.44-.06 1.99-.93 3.73-.93 1.74 0 2.24.93 3.76.9 1.56-.03 2.54-1.41 3.49-2.8 1.1-1.6 1.55-3.16 1.58-3.24-.03-.01-3.03-1.16-3.06-4.61zM14.17 4.08c.8-.96 1.33-2.3 1.18-3.64-1.15.05-2.53.76-3.35 1.73-.74.85-1.38 2.21-1.21 3.52 1.28.1 2.58-.65 3.38-1.61z"
    />
    <Word x={20.4} y={16.4} size={12} fill="#000">Pay</Word>
  </Plate>
)

const GooglePay = (): VNode => (
  <Plate width={48}>
    <g transform="translate(6 5.6) scale(.7)" fill="none" stroke-width="3.4">
      <path d="M15 3.9A7.3 7.3 0 0 0 3.2 5.4" stroke="#ea4335" />
      <path d="M3.2 5.4a7.3 7.3 0 0 0 0 7.2" stroke="#fbbc04" />
      <path d="M3.2 12.6A7.3 7.3 0 0 0 14 14.8" stroke="#34a853" />
      <path d="M9.3 9.1h7.2a7.3 7.3 0 0 1-2.5 5.7" stroke="#4285f4" />
    </g>
    <Word x={20.4} y={16.4} size={12} fill="#3c4043">Pay</Word>
  </Plate>
)

const Named = ({ children, ground }: { readonly ground: string; readonly children: string }): VNode => (
  <Plate width={60} fill={ground} border={ground}>
    <Word x={30} y={15.96} size={11} fill="#0b051d" centred>{children}</Word>
  </Plate>
)

export const methods: Readonly<Record<PaymentMethod, VNode>> = {
  card: (
    <>
      <Visa />
      <Mastercard />
      <Amex />
    </>
  ),
  apple_pay: <ApplePay />,
  google_pay: <GooglePay />,
  klarna: <Named ground="#ffb3c7">Klarna</Named>,
  afterpay: <Named ground="#b2fce4">afterpay</Named>,
  clearpay: <Named ground="#b2fce4">clearpay</Named>
}
