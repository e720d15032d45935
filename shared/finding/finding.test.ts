import { expect, test } from 'vitest'
import { markedWords } from './markedWords.ts'
import { matchesIn } from './matches.ts'
import { isMeant, parseSearch, rootOf, type Term, TOO_LONG, TOO_MANY_WORDS, TOO_SHORT } from './search.ts'
import { stemOf } from './stems.ts'
import { foldWord, keysOf, MAX_WORD, wordsOf } from './words.ts'

const words = (text: string) => [...wordsOf(text)].map(({ word }) => word)
const found = (text: string, search: string) => {
  const parsed = parseSearch(search)
  if ('refused' in parsed) throw new Error(parsed.refused)
  return matchesIn(text, parsed.terms).map(({ start, end }) => text.slice(start, end))
}

test('stems join the forms of an English word and leave others apart', () => {
  const same = [
    ['permits', 'permitted', 'permitting', 'permit'],
    ['curtailment', 'curtailed', 'curtail', 'curtailments'],
    ['obligations', 'obligation'],
    ['conditional', 'conditions', 'condition'],
    ['relational', 'relate'],
    ['hopping', 'hop'],
    ['agreed', 'agree', 'agrees'],
    ['parties', 'party'],
    ['controlling', 'controll', 'control'],
    ['adjustable', 'adjustment'],
    ['electricity', 'electrical', 'electric'],
  ]
  for (const group of same) expect(new Set(group.map(stemOf)).size, group.join(' ')).toBe(1)
  expect(stemOf('solar')).toBe('solar')
  expect(stemOf('price')).not.toBe(stemOf('prior'))
  expect(stemOf('räume')).toBe('räume')
})

test('stems are those of Porter’s own examples', () => {
  const stems = `caresses caress|ponies poni|ties ti|caress caress|cats cat|feed feed|agreed agre|plastered plaster|bled bled
    motoring motor|sing sing|conflated conflat|troubled troubl|sized size|hopping hop|tanned tan|falling fall|hissing hiss
    fizzed fizz|failing fail|filing file|happy happi|sky sky|relational relat|conditional condit|rational ration
    valenci valenc|hesitanci hesit|digitizer digit|conformabli conform|radicalli radic|differentli differ|vileli vile
    analogousli analog|vietnamization vietnam|predication predic|operator oper|feudalism feudal|decisiveness decis
    hopefulness hope|callousness callous|formaliti formal|sensitiviti sensit|sensibiliti sensibl|triplicate triplic
    formative form|formalize formal|electriciti electr|electrical electr|hopeful hope|goodness good|revival reviv
    allowance allow|inference infer|airliner airlin|gyroscopic gyroscop|adjustable adjust|defensible defens|irritant irrit
    replacement replac|adjustment adjust|dependent depend|adoption adopt|homologou homolog|communism commun
    activate activ|angulariti angular|homologous homolog|effective effect|bowdlerize bowdler|probate probat|rate rate
    cease ceas|controll control|roll roll|toy toi|syzygies syzygi|yes ye|by by|as as|owed ow|boxing box|playing plai
    snowing snow|seeing see|creating creat|eyes ey`
  const pairs = stems.split(/[|\n]/).map((pair) => pair.trim().split(' '))
  expect(pairs.map(([word = '']) => [word, stemOf(word)])).toEqual(pairs)
  // What is too long for a word, or none of English, is its own stem.
  expect([stemOf('x'.repeat(29).concat('s')), stemOf('x'.repeat(30).concat('s'))]).toEqual([
    'x'.repeat(29),
    'x'.repeat(30).concat('s'),
  ])
  expect([stemOf('mw2s'), stemOf('años')]).toEqual(['mw2s', 'años'])
})

test('a word means a phrase’s as it is, a beginning by its letters, others by their stems', () => {
  const permits = { word: 'permits', start: 0, end: 7 }
  expect((['phrase', 'start', 'stem'] as const).map((kind) => isMeant(permits, 'permit', kind))).toEqual([
    false,
    true,
    true,
  ])
  expect((['phrase', 'start', 'stem'] as const).map((kind) => isMeant(permits, 'per', kind))).toEqual([
    false,
    true,
    false,
  ])
  const divided = { word: 'nonpermits', start: 0, end: 12, parts: ['non', 'permits'] }
  for (const asked of ['permits', 'non', 'nonpermits']) expect(isMeant(divided, asked, 'phrase')).toBe(true)
  expect([isMeant(divided, 'permit', 'stem'), isMeant(divided, 'perm', 'start')]).toEqual([true, true])
  expect([isMeant(divided, 'mits', 'start'), isMeant(divided, 'perm', 'stem')]).toEqual([false, false])
})

test('every form of a word begins with its root', () => {
  const forms = ['permit', 'permits', 'permitted', 'permitting']
  for (const form of forms) expect(forms.every((other) => other.startsWith(rootOf(form, 'stem')))).toBe(true)
  expect([rootOf('curtailment', 'stem'), rootOf('curtailment', 'phrase')]).toEqual(['curta', 'curtailment'])
  expect([rootOf('hoping', 'stem'), rootOf('sky', 'start'), rootOf('mw', 'stem')]).toEqual([
    'hop',
    'sky',
    'mw',
  ])
})

test('a thousand places are marked of a text', () => {
  expect(found('sun '.repeat(1001), 'sun')).toHaveLength(1000)
})

test('words are compared without case, diacritics, ligatures, hyphens at a line’s end and separators', () => {
  expect(words('Año SOLAR ﬁnance Straße Ǳ')).toEqual(['ano', 'solar', 'finance', 'strasse', 'dz'])
  expect(words('curtail-\nment, non-recourse, Soft\u00adware')).toEqual([
    'curtailment',
    'non',
    'recourse',
    'software',
  ])
  expect([...wordsOf('non-\nrecourse')][0]).toEqual({
    word: 'nonrecourse',
    start: 0,
    end: 13,
    parts: ['non', 'recourse'],
  })
  expect(words('$1,250,000 or 1’250’000.50 or 1 250 000 or 1.250.000, 12.5 %, 09.30.2026, 5,5')).toEqual([
    '1250000',
    'or',
    '1250000.50',
    'or',
    '1',
    '250',
    '000',
    'or',
    '1250000',
    '12.5',
    '09.30.2026',
    '5',
    '5',
  ])
  expect(keysOf('permitted')).toEqual(['=permitted', '~permit'])
  expect(keysOf('permit')).toEqual(['=permit'])
})

test('a search has words, words in order, words that must not be there, and a last word that is a beginning', () => {
  expect(parseSearch('curtailment "Contract Price" -draft pri')).toEqual({
    terms: [
      { words: ['curtailment'], kind: 'stem', excluded: false },
      { words: ['contract', 'price'], kind: 'phrase', excluded: false },
      { words: ['draft'], kind: 'stem', excluded: true },
      { words: ['pri'], kind: 'start', excluded: false },
    ],
  })
  expect(parseSearch('“term of a lease" x1 -"final draft"')).toEqual({
    terms: [
      { words: ['term', 'of', 'a', 'lease'], kind: 'phrase', excluded: false },
      { words: ['x1'], kind: 'stem', excluded: false },
      { words: ['final', 'draft'], kind: 'phrase', excluded: true },
    ],
  })
  // A hyphen inside of a word excludes nothing.
  expect(parseSearch('non-recourse')).toMatchObject({ terms: [{ words: ['non'], excluded: false }, {}] })
})

test('FIND-08 a search has 2 to 200 characters and 12 words, and not only words of one letter', () => {
  for (const text of ['', ' a ', 'a b c', '"', '-', '-draft', '"a"']) {
    expect(parseSearch(text), text).toEqual({ refused: TOO_SHORT })
  }
  expect(TOO_SHORT).toBe('Type at least two letters.')
  expect(parseSearch('x'.repeat(201))).toEqual({ refused: TOO_LONG })
  expect(parseSearch('ab '.repeat(13))).toEqual({ refused: TOO_MANY_WORDS })
  expect(parseSearch('a permit')).toMatchObject({ terms: [{ words: ['permit'] }] })
  expect('terms' in parseSearch('ab '.repeat(12)) && 'terms' in parseSearch('x'.repeat(200))).toBe(true)
})

test('what is meant is found where it stands', () => {
  const text = 'The Contract Price escalates. Curtailed energy is paid at the contract\nprice of 1,250,000.'
  expect(found(text, 'curtailment "contract price" 1250000')).toEqual([
    'Contract Price',
    'Curtailed',
    'contract\nprice',
    '1,250,000',
  ])
  expect(found(text, 'esc')).toEqual(['escalates'])
  expect(found(text, 'esc energy')).toEqual(['energy'])
  expect(found('A curtail-\nment of non-\nrecourse debt', 'curtailment non recourse')).toEqual([
    'curtail-\nment',
    'non-\nrecourse',
    'non-\nrecourse',
  ])
})

test('the words of a passage reach from its first mark to the end of its last', () => {
  const text = 'paid at the Contract Price of today'
  expect(
    markedWords({
      text,
      marks: [
        [12, 8],
        [21, 5],
      ],
    }),
  ).toBe('Contract Price')
  expect(markedWords({ text, marks: [[0, 4]] })).toBe('paid')
  expect(markedWords({ text, marks: [[]] })).toBe('')
  expect([markedWords({ text, marks: [] }), markedWords({ text: null, marks: [[0, 4]] })]).toEqual(['', ''])
})

test('an accent by itself is no word, and of a long word 60 letters are looked for', () => {
  expect(words('a \u0301 \u00ad b')).toEqual(['a', 'b'])
  expect(words('’a 7a,')).toEqual(['a', '7a'])
  expect(foldWord('ÆØł')).toBe('aeol')
  expect(MAX_WORD).toBe(60)
  expect(parseSearch(`${'x'.repeat(61)} ab`)).toMatchObject({ terms: [{ words: ['x'.repeat(60)] }, {}] })
})

/** What `matchesIn` says, by taking all of a text apart. */
function matchesOfAll(text: string, terms: readonly Term[]) {
  const all = [...wordsOf(text)]
  return all.flatMap((first, at) =>
    terms.flatMap(({ words: asked, kind }, term) => {
      const run = all.slice(at, at + asked.length)
      const isHeld = asked.every((word, index) => {
        const held = run[index]
        return held !== undefined && isMeant(held, word, kind)
      })
      return isHeld ? [{ term, start: first.start, end: run.at(-1)?.end ?? first.end }] : []
    }),
  )
}

test('what a text is not taken apart for is found as if it were', () => {
  const pieces = [
    ...[
      'permit',
      'Permitted',
      'permits',
      'per',
      'mit',
      'a',
      'The',
      'seller',
      'Año',
      'ano',
      'ﬁnance',
      'Straße',
      'İzmir',
    ],
    ...[
      '1',
      '12.5',
      '1,250,000',
      '1’250’000',
      '1\u00a0250\u00a0000',
      '250',
      '09.30.2026',
      'MW',
      'x1',
      '𝒜𝒷',
      '😀',
      'e\u0301t\u00ade',
    ],
    ...['Über', 'ünder', '数据', 'بيانات'],
  ]
  const joints = [
    ' ',
    ' ',
    ' ',
    '',
    '-',
    '-\n',
    '\u2010\n',
    '-  \r\n ',
    '.',
    ',',
    '’',
    '“',
    '\n',
    '\u00ad',
    '\u0301',
  ]
  const searches = [
    ...[
      'permit',
      'perm',
      'permitted 1250000',
      '"the seller" permit',
      '250',
      '12.5',
      '"a permit"',
      'mw',
      'ano finance',
    ],
    ...[
      'izmir',
      'x1 -per',
      'strasse',
      '250 000',
      'mit',
      '数据',
      'under',
      'ete',
      '"1 250"',
      'بيانات',
      'the -"a seller"',
    ],
  ]
  // The same texts each time.
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let count = 0
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from(
      { length: 1 + next(12) },
      () => `${pieces[next(pieces.length)]}${joints[next(joints.length)]}`,
    ).join('')
    const parsed = parseSearch(searches[next(searches.length)] ?? '')
    if ('refused' in parsed) throw new Error(parsed.refused)
    const matches = matchesIn(text, parsed.terms)
    count += matches.length
    expect(matches, JSON.stringify([text, parsed.terms])).toEqual(matchesOfAll(text, parsed.terms))
  }
  expect(count).toBeGreaterThan(500)
})
