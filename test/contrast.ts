/** What a reader with weak eyes would miss on a page, computed inside the browser from the colours that it shows. */

/** Elements whose text stands out less than 4.5:1 (3:1 when large) against the nearest ground behind it. */
export const faintText = () => {
  const { document, getComputedStyle } = globalThis as unknown as {
    document: { querySelectorAll: (selector: string) => Iterable<any> }
    getComputedStyle: (element: any) => any
  }
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const faint: Array<string> = []
  for (const element of document.querySelectorAll("body *:not(svg, svg *)")) {
    const own = [...element.childNodes].some((node: any) => node.nodeType === 3 && node.textContent.trim() !== "")
    if (!own || !element.checkVisibility()) continue
    let ground = element
    while (ground !== null && (channels(getComputedStyle(ground).backgroundColor)[3] ?? 1) === 0) {
      ground = ground.parentElement
    }
    const style = getComputedStyle(element)
    const [one, two] = [
      luminance(style.color),
      ground === null ? 1 : luminance(getComputedStyle(ground).backgroundColor)
    ]
    const ratio = (Math.max(one!, two!) + 0.05) / (Math.min(one!, two!) + 0.05)
    const isLarge = parseFloat(style.fontSize) >= 24
    if (ratio < (isLarge ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${element.textContent.trim().slice(0, 40)}`)
  }
  return faint
}
