/** A value as it stands in a text. */
export interface Found {
  value: string
  start: number
  end: number
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/**
 * Words of an expression in any case, as a group; what surrounds them stays particular about capitals, by which names are
 * told. Where modifiers do the same inside of an expression, the engine loses matches after optional parts.
 */
export const anyCase = (words: string): string =>
  `(?:${words.replace(/\\.|\[[^\]]*\]|[a-z]/g, (part) => (part.length > 1 ? part : `[${part}${part.toUpperCase()}]`))})`

/** Dates without groups of their own. */
export const DATE_TEXT = [
  `\\b\\d{4}-\\d{2}-\\d{2}\\b`,
  `\\b\\d{1,2}[/.]\\d{1,2}[/.](?:\\d{4}|\\d{2})\\b`,
  `\\b${MONTH}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}\\b`,
  // Of an inspection of two days both are told.
  `\\b${MONTH}\\.?\\s+\\d{1,2}\\s*(?:and|&|[-–]|to)\\s*\\d{1,2},?\\s+\\d{4}\\b`,
  `\\b(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?(?:\\s+day)?(?:\\s+of)?[\\s-]+${MONTH}\\.?,?[\\s-]+\\d{4}\\b`,
  `\\b(?:mid-|early\\s+|late\\s+)?${MONTH}\\s+\\d{4}\\b`,
  `\\bQ[1-4]\\s+\\d{4}\\b`,
].join('|')
const DATE = new RegExp(DATE_TEXT, 'gi')

const CURRENCY = '(?:US\\s?\\$|U\\.S\\.\\s?\\$|USD\\s?\\$?|CAD\\s?\\$?|EUR\\s?|€\\s?|£\\s?|\\$\\s?)'
const FIGURE = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const SCALE = '(?:\\s?(?:million|thousand|billion|mm|m|k)\\b)?'
/** What an amount is for each of, which belongs to the figure. */
const EACH =
  '(?:\\s*(?:per|/|for each)\\s?(?:kW|MW|kWp|MWp|kilowatt|megawatt|kWh|MWh|acre|panel|module|turbine|day|month|year|annum)(?:[- ]?(?:ac|dc|AC|DC))?(?:\\s?[-/]\\s?(?:day|month|mo|year|yr))?(?![\\w]))?'
const MONEY = new RegExp(
  `${CURRENCY}(?:${FIGURE})${SCALE}(?:\\s?(?:USD|U\\.S\\. dollars|US dollars))?${EACH}|\\b(?:${FIGURE})${SCALE}\\s?(?:U\\.?S\\.? dollars|USD|dollars)\\b`,
  'gi',
)
const ENERGY =
  '(?:\\(?\\s*(?:per|/|an?|for (?:each|every)|each|every)\\s*(?:MWh|kWh|megawatt[\\s-]hours?|kilowatt[\\s-]hours?)\\)?)'
const RATE = new RegExp(
  `(?:(?:${CURRENCY}(?:${FIGURE})|(?:${FIGURE})\\s?(?:¢|cents|U\\.?S\\.? dollars|USD|dollars))\\s*${ENERGY})|(?:USD|US\\$|\\$)\\s?${ENERGY}\\s*:?\\s*(?:${FIGURE})`,
  'gi',
)

const CAPACITY_RATE = new RegExp(
  `${CURRENCY}(?:${FIGURE})${SCALE}\\s*(?:per|/)\\s?(?:(?:kW|MW)[- ]?(?:ac|dc)?[\\s-]?(?:/|per|-)?\\s?(?:month|mo|year|yr)\\b|(?:Contract\\s+)?(?:Year|Month)\\b)`,
  'gi',
)

const ONES =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const TENS = 'twenty|thirty|forty|fifty'
const NUMBER_WORD = `(?:(?:${TENS})(?:[\\s-](?:${ONES}))?|${ONES})`
const DURATION = new RegExp(
  `(?<![\\d.,$])\\b(?:${NUMBER_WORD}\\s*\\(\\s*\\d{1,3}\\s*\\)|${NUMBER_WORD}|\\d{1,2}(?:\\.5)?)(?:\\s*[-–]\\s*|\\s+)(?:(?:full|consecutive|calendar|contract|operating|delivery)\\s+){0,2}(?:years?|yrs?|months?)\\b`,
  'gi',
)
const PERCENT = new RegExp(
  `(?:\\b${NUMBER_WORD}(?:\\s+(?:and\\s+)?(?:one[- ]half|a half|one[- ]quarter|three[- ]quarters))?\\s+percent\\s*\\(\\s*\\d+(?:\\.\\d+)?\\s?%\\s*\\)|\\b${NUMBER_WORD}(?:\\s+and\\s+(?:one[- ]half|a half|one[- ]quarter|three[- ]quarters))?\\s+per\\s?cent\\b|\\b\\d+(?:\\.\\d+)?\\s?(?:%|per\\s?cent\\b))`,
  'gi',
)

const finder =
  (expression: RegExp) =>
  (text: string): Found[] =>
    [...text.matchAll(expression)].map((match) => ({
      value: match[0].trim(),
      start: match.index,
      end: match.index + match[0].length,
    }))

/** Dates in the forms that contracts write them, also a month with its year. */
export const dates = finder(DATE)
/** Amounts with their currency. */
export const amounts = finder(MONEY)
/** Prices of energy: an amount per MWh or kWh. */
export const rates = finder(RATE)
/** Prices of capacity: an amount per kW and month, or per contract year. */
export const capacityRates = finder(CAPACITY_RATE)
/** Years or months, in figures, in words, or both. */
export const durations = finder(DURATION)
export const percents = finder(PERCENT)
