/**
 * Words of policies in the official languages of the European Union: times, numbers, the right of withdrawal, returns.
 *
 * The rule: one row for each language. Nouns of time are those that
 * `Intl` has beside numbers, and the cases and compounds of the row. `withdrawal` and `returns` are looked for in
 * folded texts, anywhere in them and at the start of a word.
 */
import { fold } from "@beauty-store/domain/Letters"

interface Row {
  /** Days, weeks and months as they also follow numbers. */
  readonly days: string
  /** What may stand between a number and its noun: kinds of days, particles. */
  readonly between: string
  /** Numbers that deadlines have. */
  readonly numbers: string
  readonly withdrawal: string
  readonly returns: string
}

const row = (days: string, between: string, numbers: string, withdrawal: string, returns: string): Row => ({
  days,
  between,
  numbers,
  withdrawal,
  returns
})

/* dprint-ignore */
const rows: Readonly<Record<string, Row>> = {
  bg: row("дневен|дневния|дена", "календарни|работни", "четиринадесет|тридесет", "право на отказ|отказ(?:а|ване)? от договора?", "връщан|рекламаци"),
  cs: row("dn(?:ech|ům)|denní|týdnech|měsících", "kalendářních|pracovních|kalendářní|pracovní", "čtrnáct|čtrnácti|třicet|třiceti", "odstoup\\w{1,4} od", "vrácen|vrátit|reklamac"),
  da: row("(?:arbejds|hver|kalender|bank)dage|dages|ugers|måneders", "hele", "fjorten|tredive", "fortryd", "retur|ombyt"),
  de: row("", "volle[nr]?|ganze[nr]?|aufeinanderfolgende[nr]?", "zwei|drei|vier|fünf|sechs|sieben|acht|zehn|vierzehn|fünfzehn|zwanzig|drei(?:ß|ss)ig|sechzig|neunzig|hundert", "widerruf", ""),
  el: row("ημερών|ημέρας|εβδομάδων|μηνών|ήμερη|ήμερο", "ημερολογιακές|ημερολογιακών|εργάσιμες|εργάσιμων", "δεκατέσσερις|δεκατεσσάρων|τριάντα", "υπαναχωρ", "επιστροφ"),
  en: row("", "calendar|working|business|bank|full|consecutive", "two|three|four|five|six|seven|eight|ten|fourteen|fifteen|twenty|thirty|sixty|ninety", "right of withdrawal|right to (?:withdraw|cancel)|withdraw\\w{0,5} from|revocation", ""),
  es: row("", "", "dos|tres|cuatro|cinco|seis|siete|ocho|diez|catorce|quince|veinte|treinta|sesenta|cien", "desistimiento", ""),
  et: row("(?:kalendri|töö)?päeva(?:ne|st)?|(?:kalendri|töö)päev|nädala|kuu", "", "neliteist|neljateistkümne|kolmkümmend", "tagane", "tagasta"),
  fi: row("(?:kalenteri|arki|työ|pankki)?päivä[än]|päiväinen|viikon|kuukauden", "", "neljätoista|neljäntoista|kolmekymmentä", "peruuttamisoik|peruutusoik|peruuttaa (?:kaupan|sopimuksen|tilauksen)", "palautu|palautt|palauta|vaihto"),
  fr: row("", "", "deux|trois|quatre|cinq|sept|huit|dix|quatorze|quinze|vingt|trente|soixante|cent", "retractation", ""),
  ga: row("laethanta|seachtain|seachtaine|míonna", "féilire|oibre", "", "aistarraing|cealaithe|tharraingt siar|tarraingt siar", "aischur|aisiocaiocht|filleadh|tuairisceain"),
  hr: row("dane|danima|dnevni|tjedna|mjeseci", "kalendarskih|radnih|radna", "četrnaest|trideset", "(?:raskid|odustan)\\w{0,4} (?:od )?ugovora|jednostran\\w{1,4} raskid", "povrat|zamjen"),
  hu: row("nap(?:on|ot|os|ig|ja|tári)?|munkanap(?:on|ot|os)?|heti|hetes|hónapos|hónapon", "naptári", "tizennégy|harminc", "elallas|elallni", "visszakuld|visszaru|visszater|csere"),
  it: row("", "", "due|tre|quattro|cinque|sei|sette|otto|dieci|quattordici|quindici|venti|trenta|sessanta|cento", "recesso", ""),
  lt: row("dienas|dienoms|dienomis|darbadien\\p{L}{1,3}|savaites|mėnesius", "kalendorin\\p{L}{1,4}|darbo", "keturiolika|keturiolikos|trisdešimt", "atsisak\\w{1,6} (?:nuo )?(?:sutarties|pirkimo)|sutarties atsisak", "grazin"),
  lv: row("dienām|dienās|darbdien\\p{L}{1,3}|nedēļām|nedēļu|mēnešiem", "kalendār\\p{L}{1,3}|darba", "četrpadsmit|trīsdesmit", "atteikuma ties|atkap\\w{1,5} no liguma", "atgriez|atgries|atdo"),
  mt: row("jum|jiem|ijiem|ġurnata|ġranet|ġimgħa|ġimgħat|xahar|xhur|xhar", "-?il|tax-il|kalendarji|tax-xogħol", "erbatax|tletin", "dritt ta[^a-z]{0,3}(?:recess|irtirar)", "ritorn|rritorn"),
  nl: row("", "volledige", "twee|drie|vijf|zes|zeven|tien|veertien|vijftien|twintig|dertig|zestig|honderd", "herroep|bedenktijd", ""),
  pl: row("dniach|dniowy|dniowe|dniowego|dniową|tygodniach|miesiącach", "kalendarzow\\p{L}{1,3}|robocz\\p{L}{1,3}|pełn\\p{L}{1,3}|-", "czternaście|czternastu|trzydzieści|trzydziestu", "odstap\\w{1,6} od (?:\\w{1,12} )?(?:umowy|zakupu)|prawo odstapienia|prawa odstapienia", "zwrot|zwroc|wymian"),
  pt: row("", "de|corridos", "catorze|quatorze|trinta", "livre resolucao|direito de resolucao|direito de arrependimento|desistencia", "devoluc|trocas"),
  ro: row("zilelor|săptămâni|lunilor", "de|calendaristice|lucrătoare", "paisprezece|treizeci", "drept\\w{0,4} de retragere|retrag\\w{0,6} din contract", "retur|rambursar"),
  sk: row("dňoch|dňom|dňový|dňová|týždňoch|mesiacoch", "kalendárnych|pracovných|kalendárne|pracovné", "štrnásť|štrnástich|tridsať|tridsiatich", "odstup\\w{1,6} od", "vraten|vratit|reklamac"),
  sl: row("dneh|dnevni|dnevna|tednih|mesecih", "koledarskih|delovnih|koledarski|delovni|delovnih", "štirinajst|štirinajstih|trideset", "odstop\\w{0,5} od (?:pogodbe|nakupa)|pravic\\w{1,2} do odstopa", "vracil|vracan|vrnit|vrnem"),
  sv: row("dag(?:ar|ars|en)?|(?:arbets|kalender|bank|var)dag(?:ar|ars)?|veckors|månaders", "hela", "fjorton|trettio", "angerratt|angerfrist", "retur|byten|bytesratt|oppet kop")
}

const of = (column: keyof Row): ReadonlyArray<string> =>
  Object.values(rows).map((one) => one[column]).filter((words) => words !== "")

/** The nouns that `Intl` has for a unit of time, in every form that follows a number. */
const nounsOf = (unit: "day" | "week" | "month" | "hour"): ReadonlyArray<string> => [
  ...new Set(
    Object.keys(rows).flatMap((language) => {
      const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })
      return [1, 2, 3, 5, 14, 21, 30, 1.5].map((number) =>
        format.formatToParts(number).find(({ type }) => type === "unit")?.value ?? ""
      )
    }).filter((noun) => noun.length > 1)
  )
]

/** Nouns of days, weeks and months, which mean a time beside a number. */
export const dayNouns = [...nounsOf("day"), ...nounsOf("week"), ...nounsOf("month"), ...of("days")]
export const hourNouns = nounsOf("hour")
export const numbers = of("numbers")
export const between = of("between")

const withdrawal = new RegExp(fold(of("withdrawal").join("|")), "u")

/** Whether a text speaks of the right of withdrawal. */
export const namesWithdrawal = (text: string): boolean => withdrawal.test(fold(text))

const starting = (words: ReadonlyArray<string>) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${fold(words.join("|"))})`, "u")
const subjects = { withdrawal: starting(of("withdrawal")), returns: starting(of("returns")) }

/** Whether a link or an address speaks of a subject. */
export const isAbout = (subject: keyof typeof subjects, text: string): boolean =>
  subjects[subject].test(fold(text).replace(/[-_+/]+/g, " "))
