/**
 * The containers: how a dropper bottle, a jar, a lipstick … is built from a few lit surfaces.
 *
 * Every pack stands on the line y = `ground` around x = 400 of an 800 × 800 stage, lit from the left. A container
 * returns its artwork, the panel for the print, and the position of its shadow; it knows nothing of texts. Small things
 * (lipstick, pencil, comb) stand beside their carton, because nobody can read a label 30 units wide.
 */
import { luminance, mix } from "./Colour.ts"
import type { BrandLook, Container, DemoProduct, Finish } from "./DemoBrand.ts"
import { at, type Panel } from "./Lettering.ts"
import type { Light } from "./Light.ts"

export const ground = 690

export interface Pack {
  /** A description of the drawing in words. */
  readonly noun: string
  readonly artwork: string
  readonly panel: Panel
  readonly shadows: ReadonlyArray<readonly [centre: number, halfWidth: number]>
}

interface Brush {
  readonly id: string
  readonly look: BrandLook
  readonly shell: string
  readonly cap: string
  readonly tint: string
  readonly finish: Finish
  /** A lit surface: the colour, and the light over it. */
  readonly surface: (path: string, colour: string, light: Light) => string
}

/** A rectangle with rounded shoulders and feet whose base bulges a little, as a round object's does from above. */
const vessel = (x: number, y: number, w: number, h: number, shoulder: number, foot: number, sag = 5): string =>
  `M${at(x)} ${at(y + shoulder)}q0 ${-shoulder} ${shoulder} ${-shoulder}h${at(w - 2 * shoulder)}` +
  `q${shoulder} 0 ${shoulder} ${shoulder}V${at(y + h - foot)}q0 ${foot} ${-foot} ${foot}` +
  `q${at(foot - w / 2)} ${sag} ${at(2 * foot - w)} 0q${-foot} 0 ${-foot} ${-foot}z`

/** A window's reflection down the lit side; matte surfaces have none. */
const shine = (brush: Brush, x: number, y: number, height: number, width = 7, opacity = 0.5): string =>
  brush.finish === "matte" ?
    "" :
    `<rect x="${at(x)}" y="${at(y)}" width="${width}" height="${at(height)}" rx="${
      width / 2
    }" fill="#fff" opacity="${opacity}"/>`

/** A body: opaque with a foot of the product's tint, or glass with the product inside. */
const body = (brush: Brush, path: string, base: { x: number; y: number; w: number; h: number }): string => {
  const { finish, id, look, shell, tint } = brush
  if (finish === "glass") {
    const dark = luminance(shell) < 0.35
    const liquid = dark ? mix(shell, tint, 0.3) : tint
    const { h, w, x, y } = base
    return `<path d="${path}" fill="${dark ? shell : "#fff"}" fill-opacity="${dark ? 0.9 : 0.5}" stroke="${
      mix(shell, dark ? "#000000" : "#8a8496", 0.35)
    }" stroke-opacity=".45"/>` +
      `<path d="${vessel(x + 10, y + h * 0.16, w - 20, h * 0.84 - 18, 8, 20)}" fill="${liquid}" fill-opacity=".85"/>` +
      `<path d="${path}" fill="url(#${id}-glass)"/>`
  }
  const foot = look.paper === null
    ? `<clipPath id="${id}-body"><path d="${path}"/></clipPath><path clip-path="url(#${id}-body)" d="M0 ${
      at(base.y + base.h * 0.9)
    }h800v200H0z" fill="${tint}"/>`
    : ""
  return `<path d="${path}" fill="${shell}"/>${foot}<path d="${path}" fill="url(#${id}-${finish})"/>`
}

/** The panel on a body: the brand's paper label with a stripe in the tint, or the bare surface of the pack. */
const label = (brush: Brush, x: number, y: number, width: number, height: number) => {
  const { look, shell, surface, tint } = brush
  const panel = { x, y, width, height }
  if (look.paper === null) return { print: "", panel: { ...panel, surface: shell } }
  const sheet = (top: number, tall: number) => `M${at(x)} ${at(top)}h${at(width)}v${at(tall)}h${at(-width)}z`
  const print = surface(sheet(y, height), look.paper, "matte") +
    `<path d="${sheet(y + height, 13)}" fill="${tint}"/>`
  return { print, panel: { ...panel, surface: look.paper } }
}

/** The folding box of a small article, with one side in shade. */
const carton = (brush: Brush, x: number, y: number, width: number) => {
  const { look, tint } = brush
  const face = look.paper ?? brush.look.shell
  const height = ground - y
  const edge = mix(face, "#000000", luminance(face) < 0.2 ? 0.35 : 0.16)
  const art = `<path d="M${x + width} ${y}l26 10V${ground - 12}l-26 12z" fill="${edge}"/>` +
    `<path d="M${x} ${y}h${width}V${ground}h${-width}z" fill="${face}"/>` +
    `<path d="M${x} ${y}h${width}V${ground}h${-width}z" fill="url(#${brush.id}-card)"/>` +
    `<path d="M${x} ${ground - 40}h${width}v12h${-width}z" fill="${tint}"/>`
  return { art, panel: { x, y: y + 10, width, height: height - 56, surface: face } }
}

const neck = (brush: Brush, width: number, y: number, height: number, radius = 6): string =>
  brush.surface(vessel(400 - width / 2, y, width, height, radius, 4, 3), brush.cap, brush.look.capFinish)

const draw: Record<Container, (brush: Brush) => Pack> = {
  dropper: (brush) => {
    const base = { x: 288, y: 400, w: 224, h: 290 }
    const rubber = mix(brush.cap, "#000000", 0.12)
    const { panel, print } = label(brush, 300, 462, 200, 192)
    return {
      noun: "a dropper bottle",
      artwork: brush.surface(vessel(368, 214, 64, 130, 30, 6, 3), rubber, "matte") + neck(brush, 96, 338, 66) +
        body(brush, vessel(288, 400, 224, 290, 54, 16), base) + shine(brush, 302, 470, 190, 6, 0.28) + print,
      panel: print === "" ? { ...panel, y: 446, height: 210 } : panel,
      shadows: [[400, 112]]
    }
  },
  pump: (brush) => {
    const { panel, print } = label(brush, 306, 376, 188, 244)
    const spout = "M436 188v34h-70v-12h-34q-18 0-20 18h-16q0-40 34-40z"
    return {
      noun: "a pump bottle",
      artwork: brush.surface("M390 218h20v52h-20z", mix(brush.cap, "#ffffff", 0.25), "metal") +
        brush.surface(spout, brush.cap, brush.look.capFinish) + neck(brush, 92, 262, 50, 8) +
        body(brush, vessel(295, 308, 210, 382, 44, 16), { x: 295, y: 308, w: 210, h: 382 }) +
        shine(brush, 308, 372, 260, 6, 0.28) + print,
      panel: print === "" ? { ...panel, y: 352, height: 286 } : panel,
      shadows: [[400, 106]]
    }
  },
  jar: (brush) => {
    const { panel, print } = label(brush, 232, 496, 336, 152)
    return {
      noun: "a jar",
      artwork: body(brush, vessel(216, 460, 368, 230, 20, 34), { x: 216, y: 460, w: 368, h: 230 }) +
        shine(brush, 230, 490, 150, 8, 0.3) +
        brush.surface(vessel(206, 360, 388, 106, 16, 8), brush.cap, brush.look.capFinish) +
        `<path d="M208 448q192 8 384 0" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="2"/>` + print,
      panel: print === "" ? { ...panel, y: 474, height: 186 } : panel,
      shadows: [[400, 184]]
    }
  },
  tube: (brush) => {
    const path = "M272 176H528L502 592q-2 22-24 22H322q-22 0-24-22z"
    const { panel, print } = label(brush, 304, 262, 192, 270)
    const crimp = Array.from({ length: 15 }, (_, index) => `M${282 + index * 17} 146v30`).join("")
    const fold = mix(brush.shell, "#000000", 0.06)
    return {
      noun: "a tube",
      artwork: brush.surface(vessel(318, 606, 164, 84, 6, 10), brush.cap, brush.look.capFinish) +
        `<path d="M270 142h260v36H270z" fill="${fold}"/>` +
        `<path d="${crimp}" stroke="#000" stroke-opacity=".1" stroke-width="3"/>` +
        body({ ...brush, finish: brush.finish === "glass" ? "gloss" : brush.finish }, path, {
          x: 272,
          y: 176,
          w: 256,
          h: 438
        }) + print,
      panel: print === "" ? { ...panel, y: 226, height: 330 } : panel,
      shadows: [[400, 84]]
    }
  },
  bottle: (brush) => {
    const { panel, print } = label(brush, 302, 380, 196, 246)
    return {
      noun: "a bottle",
      artwork: neck(brush, 70, 268, 40, 2) + neck(brush, 112, 180, 106, 12) +
        `<path d="M346 256h108" stroke="#000" stroke-opacity=".2" stroke-width="2"/>` +
        body(brush, vessel(290, 296, 220, 394, 62, 18), { x: 290, y: 296, w: 220, h: 394 }) +
        shine(brush, 303, 372, 270, 6, 0.28) + print,
      panel: print === "" ? { ...panel, y: 356, height: 288 } : panel,
      shadows: [[400, 110]]
    }
  },
  spray: (brush) => {
    const { panel, print } = label(brush, 314, 392, 172, 232)
    return {
      noun: "a spray bottle",
      artwork: brush.surface(vessel(370, 222, 60, 66, 16, 4, 2), brush.cap, brush.look.capFinish) +
        `<circle cx="379" cy="250" r="4" fill="#000" opacity=".45"/>` + neck(brush, 92, 284, 46, 6) +
        body(brush, vessel(305, 326, 190, 364, 46, 16), { x: 305, y: 326, w: 190, h: 364 }) +
        shine(brush, 317, 392, 250, 6, 0.28) + print,
      panel: print === "" ? { ...panel, y: 372, height: 274 } : panel,
      shadows: [[400, 96]]
    }
  },
  flacon: (brush) => {
    const { panel, print } = label(brush, 294, 436, 212, 192)
    const glass = brush.finish === "glass"
    return {
      noun: "a perfume flacon",
      artwork: (glass
        ? `<path d="M396 340h8v300h-8z" fill="#fff" opacity=".5"/>`
        : "") +
        neck(brush, 116, 190, 118, 10) + neck(brush, 78, 304, 36, 3) +
        body(brush, vessel(256, 336, 288, 354, 26, 18, 3), { x: 256, y: 336, w: 288, h: 338 }) +
        shine(brush, 272, 366, 270, 8, 0.5) + print,
      panel,
      shadows: [[400, 144]]
    }
  },
  lipstick: (brush) => {
    const box = carton(brush, 386, 268, 178)
    const bullet = "M248 420V352q2-44 44-64q14-4 14 14v118z"
    return {
      noun: "a lipstick beside its carton",
      artwork: box.art + brush.surface(bullet, brush.tint, "gloss") +
        `<path d="M252 350q4-36 40-56" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="4"/>` +
        brush.surface("M239 412h76v76h-76z", "#c9a468", "metal") +
        brush.surface(vessel(228, 480, 98, 210, 6, 8), brush.shell, "gloss") +
        `<path d="M228 500h98v5h-98z" fill="#c9a468"/>`,
      panel: box.panel,
      shadows: [[277, 50], [485, 104]]
    }
  },
  mascara: (brush) => {
    const box = carton(brush, 380, 230, 182)
    return {
      noun: "a slim tube beside its carton",
      artwork: box.art + brush.surface(vessel(242, 448, 62, 242, 4, 14), brush.shell, "gloss") +
        brush.surface("M241 436h64v16h-64z", "#cfae75", "metal") +
        brush.surface(vessel(242, 228, 62, 210, 16, 3), mix(brush.cap, brush.tint, 0.15), "gloss") +
        `<path d="M242 620h62v10h-62z" fill="${brush.tint}"/>`,
      panel: box.panel,
      shadows: [[273, 34], [482, 106]]
    }
  },
  pencil: (brush) => {
    const box = carton(brush, 360, 250, 180)
    return {
      noun: "a cosmetic pencil beside its carton",
      artwork: box.art + `<path d="M255 330l21-84h6l21 84z" fill="#e2bd92"/>` +
        `<path d="M269 274l8-34q2-5 4 0l8 34z" fill="${brush.tint}"/>` +
        brush.surface("M254 326q8-8 12 0q13-8 26 0q6-8 12 0V640h-50z", brush.shell, "gloss") +
        brush.surface("M254 600h50v14h-50z", "#cfae75", "metal") +
        brush.surface(vessel(254, 614, 50, 76, 2, 8), brush.tint, "gloss"),
      panel: box.panel,
      shadows: [[279, 28], [463, 104]]
    }
  },
  polish: (brush) => ({
    noun: "a nail lacquer bottle",
    artwork: brush.surface("M362 226q2-14 16-14h44q14 0 16 14l8 216h-92z", brush.cap, brush.look.capFinish) +
      brush.surface(vessel(296, 436, 208, 254, 46, 22), brush.tint, "gloss") +
      shine({ ...brush, finish: "gloss" }, 312, 492, 150, 9, 0.55) +
      `<path d="M312 668q88 10 176 0" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="6"/>`,
    panel: { x: 310, y: 474, width: 180, height: 180, surface: brush.tint },
    shadows: [[400, 104]]
  }),
  compact: (brush) => {
    const rim = mix(brush.shell, "#ffffff", luminance(brush.shell) < 0.2 ? 0.3 : 0.6)
    return {
      noun: "a closed compact with a pan of its colour",
      artwork:
        `<g transform="translate(-28)"><circle cx="360" cy="478" r="212" fill="${
          mix(brush.shell, "#000000", 0.22)
        }"/>` +
        `<circle cx="356" cy="474" r="210" fill="${rim}"/>` +
        `<circle cx="356" cy="474" r="204" fill="${brush.shell}"/>` +
        `<circle cx="356" cy="474" r="204" fill="url(#${brush.id}-dome)"/>` +
        `<circle cx="356" cy="474" r="184" fill="none" stroke="${brush.look.accent}" stroke-opacity=".6" ` +
        `stroke-width="1.5"/>` +
        `<path d="M464 662v18a120 44 0 0 0 240 0v-18z" fill="#b08d57"/>` +
        `<ellipse cx="584" cy="662" rx="120" ry="44" fill="#e6cda0"/>` +
        `<ellipse cx="584" cy="664" rx="108" ry="37" fill="${brush.tint}"/>` +
        `<ellipse cx="584" cy="664" rx="108" ry="37" fill="url(#${brush.id}-dome)"/>` +
        `<path d="M520 664q30-26 64-4q32-26 64 2M536 678q48-22 96-2" fill="none" stroke="${
          mix(brush.tint, "#000000", 0.18)
        }" stroke-opacity=".6" stroke-width="2"/></g>`,
      panel: { x: 184, y: 370, width: 288, height: 208, surface: brush.shell },
      shadows: [[332, 110], [556, 130]]
    }
  },
  soap: (brush) => {
    const paper = brush.look.paper ?? brush.look.shell
    const bar = (y: number, tall: number, x = 196, wide = 408) =>
      brush.surface(vessel(x, y, wide, tall, 34, 34, 3), brush.tint, "bar")
    return {
      noun: "two bars of soap, the upper in a paper band",
      artwork: bar(556, 134) +
        `<path d="M262 640q138 8 276 0" fill="none" stroke="#000" stroke-opacity=".08" stroke-width="3"/>` +
        bar(352, 206, 208, 392) + brush.surface("M284 351h232v208q-116 4-232 0z", paper, "matte") +
        `<path d="M284 351h10v208h-10zM506 351h10v208h-10z" fill="${brush.look.accent}" opacity=".85"/>`,
      panel: { x: 296, y: 356, width: 208, height: 196, surface: paper },
      shadows: [[400, 204]]
    }
  },
  candle: (brush) => {
    const { panel, print } = label(brush, 292, 456, 216, 176)
    return {
      noun: "a candle in a tumbler",
      artwork: brush.surface(vessel(262, 380, 276, 310, 0, 26), brush.shell, brush.finish) +
        `<ellipse cx="400" cy="380" rx="138" ry="27" fill="${mix(brush.shell, "#ffffff", 0.22)}"/>` +
        `<ellipse cx="400" cy="383" rx="128" ry="22" fill="${brush.tint}"/>` +
        `<circle cx="400" cy="330" r="150" fill="url(#${brush.id}-glow)"/>` +
        `<ellipse cx="400" cy="383" rx="60" ry="11" fill="#fff1cf" opacity=".7"/>` +
        `<path d="M400 384v-28" stroke="#2a211c" stroke-width="4"/>` +
        `<path d="M400 292q24 36 12 60q-12 16-24 0q-12-24 12-60z" fill="#ffb648"/>` +
        `<path d="M400 320q12 20 6 34q-6 8-12 0q-6-14 6-34z" fill="#fff4d4"/>` + print,
      panel: print === "" ? { ...panel, y: 430, height: 220 } : panel,
      shadows: [[400, 138]]
    }
  },
  brushes: (brush) => {
    const one = (angle: number, length: number, hair: string, width: number) =>
      `<g transform="rotate(${angle} 400 720)"><path d="M394 ${length + 60}h12l3 260h-18z" fill="${brush.tint}"/>` +
      brush.surface(`M${400 - width / 2} ${length}h${width}l${(14 - width) / 2} 74h-14z`, "#cfa96a", "metal") +
      `<path d="${hair}" transform="translate(400 ${length})" fill="#5b3d33"/>` +
      `<path d="${hair}" transform="translate(400 ${length}) scale(.5 .96)" fill="#8b6350" opacity=".5"/></g>`
    const round = "M-16 1q-36-58-12-96q28-24 56 0q24 38-12 96z"
    const slim = "M-9 1q-14-40 9-74q23 34 9 74z"
    return {
      noun: "a set of brushes in a cup",
      artwork: one(-19, 330, round, 32) + one(19, 336, round, 32) + one(-9.5, 286, slim, 18) +
        one(9.5, 292, slim, 18) + one(0, 262, round, 32) +
        body(brush, vessel(286, 430, 228, 260, 4, 18), { x: 286, y: 430, w: 228, h: 260 }) +
        `<path d="M286 436h228v7H286z" fill="#cfa96a"/>`,
      panel: { x: 296, y: 454, width: 208, height: 202, surface: brush.shell },
      shadows: [[400, 114]]
    }
  },
  comb: (brush) => {
    const box = carton(brush, 390, 250, 186)
    const teeth = Array.from({ length: 15 }, (_, index) => `M262 ${284 + index * 20}h58`).join("")
    return {
      noun: "a comb beside its carton",
      artwork: box.art +
        `<path d="${teeth}" stroke="${mix(brush.tint, "#000000", 0.1)}" stroke-width="9" stroke-linecap="round"/>` +
        brush.surface("M222 272q0-26 22-26t26 26V672q0 18-24 18t-24-18z", brush.tint, "matte") +
        `<path d="M234 300q8 130-2 340M252 280q-6 200 6 380" fill="none" stroke="#000" stroke-opacity=".12" ` +
        `stroke-width="2"/>`,
      panel: box.panel,
      shadows: [[255, 50], [490, 108]]
    }
  },
  stone: (brush) => {
    const box = carton(brush, 400, 270, 176)
    const plate = "M214 428q14-46 62-30q20 8 22 34q12-40 46-30q38 14 32 70q-4 44-24 84q-16 34-18 74q-8 58-60 60" +
      "q-62-4-72-84q-10-96 12-178z"
    return {
      noun: "a stone plate beside its carton",
      artwork: box.art + `<path d="${plate}" fill="${mix(brush.tint, "#000000", 0.25)}" transform="translate(5 0)"/>` +
        brush.surface(plate, brush.tint, "bar") +
        `<path d="M216 470q70 40 148 4M208 560q60-40 138 8M222 640q50-40 104-12" fill="none" stroke="#fff" ` +
        `stroke-opacity=".28" stroke-width="5"/>` +
        `<path d="M218 590q-8-90 14-150" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="6" ` +
        `stroke-linecap="round"/>`,
      panel: box.panel,
      shadows: [[276, 76], [496, 104]]
    }
  },
  sachet: (brush) => {
    const path = "M248 214h304q-8 230 0 476H248q8-246 0-476z"
    const seal = Array.from({ length: 7 }, (_, index) => `M250 ${220 + index * 5}h300M250 ${654 + index * 5}h300`).join(
      ""
    )
    return {
      noun: "a sachet",
      artwork: body({ ...brush, finish: "matte" }, path, {
        x: 248,
        y: 180,
        w: 304,
        h: 470
      }) + `<path d="${seal}" stroke="#000" stroke-opacity=".07" stroke-width="2"/>` +
        `<path d="M298 262q-10 170 2 330" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="10" ` +
        `stroke-linecap="round"/>`,
      panel: { x: 276, y: 280, width: 248, height: 300, surface: brush.shell },
      shadows: [[400, 152]]
    }
  },
  glove: (brush) => {
    const path = "M276 690V330q0-116 124-116t124 116V690z"
    const weave = Array.from({ length: 17 }, (_, index) => `M282 ${300 + index * 22}q59-10 118 0t118 0`).join("")
    const { panel, print } = label(brush, 276, 400, 248, 176)
    return {
      noun: "a bath mitt in a paper band",
      artwork:
        `<path d="M500 640q60 0 52-44q-8-30-40-16" fill="none" stroke="${
          mix(brush.tint, "#000000", 0.3)
        }" stroke-width="7"/>` + brush.surface(path, brush.tint, "matte") +
        `<path d="${weave}" fill="none" stroke="#000" stroke-opacity=".13" stroke-width="4"/>` +
        brush.surface("M276 650h248v40H276z", mix(brush.tint, "#000000", 0.25), "matte") + print,
      panel,
      shadows: [[400, 130]]
    }
  },
  vials: (brush) => {
    const vial = (x: number, content: string) =>
      brush.surface(`M${x} 350h44v60h-44z`, brush.cap, "metal") +
      `<path d="M${x} 410h44v140h-44z" fill="#fff" fill-opacity=".55"/>` +
      `<path d="M${x + 5} 432h34v120h-34z" fill="${content}"/>` +
      `<path d="M${x} 410h44v140h-44z" fill="url(#${brush.id}-glass)"/>`
    const face = brush.look.paper ?? brush.shell
    return {
      noun: "five vials in their box",
      artwork:
        [0, 0.25, 0.5, 0.75, 1].map((share, index) =>
          vial(234 + index * 72, mix(brush.tint, brush.look.accent, share * 0.6))
        ).join("") + `<path d="M202 484h396v206H202z" fill="${face}"/>` +
        `<path d="M202 484h396v206H202z" fill="url(#${brush.id}-card)"/>` +
        `<path d="M202 484h396v8H202z" fill="${brush.look.accent}"/>`,
      panel: { x: 230, y: 496, width: 340, height: 184, surface: face },
      shadows: [[400, 200]]
    }
  },
  stick: (brush) => {
    const { panel, print } = label(brush, 306, 434, 188, 194)
    return {
      noun: "a stick",
      artwork: brush.surface(vessel(300, 230, 200, 166, 44, 3, 3), brush.cap, brush.look.capFinish) +
        body(brush, vessel(296, 394, 208, 296, 8, 30), { x: 296, y: 394, w: 208, h: 296 }) +
        shine(brush, 309, 420, 200, 6, 0.28) + print,
      panel: print === "" ? { ...panel, y: 406, height: 244 } : panel,
      shadows: [[400, 104]]
    }
  }
}

export const pack = (product: DemoProduct, look: BrandLook): Pack => {
  const { packshot } = product
  const id = product.id
  return draw[packshot.container]({
    id,
    look,
    shell: packshot.shell ?? look.shell,
    cap: packshot.cap ?? look.cap,
    tint: packshot.tint,
    finish: packshot.finish ?? look.finish,
    surface: (path, colour, light) =>
      `<path d="${path}" fill="${colour}"/><path d="${path}" fill="url(#${id}-${light})"/>`
  })
}
