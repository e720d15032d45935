// English word stems after M. F. Porter, "An algorithm for suffix stripping" (1980): the index and the marks in a text
// have to agree on them, so both take them from here.

const VOWEL = /[aeiou]/
const isConsonant = (word: string, at: number): boolean => {
  const letter = word[at] ?? ''
  if (VOWEL.test(letter)) return false
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1)
}

/** How often vowels are followed by consonants. */
function measure(stem: string): number {
  let count = 0
  let wasVowel = false
  for (let at = 0; at < stem.length; at += 1) {
    const consonant = isConsonant(stem, at)
    if (consonant && wasVowel) count += 1
    wasVowel = !consonant
  }
  return count
}

const hasVowel = (stem: string): boolean => [...stem].some((_letter, at) => !isConsonant(stem, at))
const endsDouble = (stem: string): boolean =>
  stem.length > 1 && stem.at(-1) === stem.at(-2) && isConsonant(stem, stem.length - 1)
/** Consonant, vowel, consonant other than w, x and y: what an e may follow. */
const endsShort = (stem: string): boolean => {
  const last = stem.length - 1
  return (
    last >= 2 &&
    isConsonant(stem, last) &&
    !isConsonant(stem, last - 1) &&
    isConsonant(stem, last - 2) &&
    !/[wxy]/.test(stem[last] ?? '')
  )
}

type Endings = readonly (readonly [ending: string, instead: string])[]

const SECOND: Endings = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]
const THIRD: Endings = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]
const FOURTH =
  /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/

function replaced(word: string, endings: Endings): string {
  const found = endings.find(([ending]) => word.endsWith(ending))
  if (!found) return word
  const stem = word.slice(0, -found[0].length)
  return measure(stem) > 0 ? stem + found[1] : word
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function withoutTense(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = ['ed', 'ing'].find((each) => word.endsWith(each) && hasVowel(word.slice(0, -each.length)))
  if (!ending) return word
  const stem = word.slice(0, -ending.length)
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

function withoutSuffix(word: string): string {
  const stem = FOURTH.exec(word)?.[1]
  return stem !== undefined && measure(stem) > 1 ? stem : word
}

function withoutE(word: string): string {
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1)
    const count = measure(stem)
    if (count > 1 || (count === 1 && !endsShort(stem))) return stem
  }
  return word.endsWith('ll') && measure(word) > 1 ? word.slice(0, -1) : word
}

/** The stem of a word in lower case without diacritics; of what is no English word the word itself. */
export function stemOf(word: string): string {
  if (word.length < 3 || word.length > 30 || !/^[a-z]+$/.test(word)) return word
  let stem = withoutTense(withoutPlural(word))
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  return withoutE(withoutSuffix(replaced(replaced(stem, SECOND), THIRD)))
}
