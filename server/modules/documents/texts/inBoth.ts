import { type RawBuilder, sql } from 'kysely'
import type { Term } from '../../../../shared/finding/search.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { namedByWord } from '../reading/search.ts'
import { type FoundInTexts, inTexts, joined } from './foundTexts.ts'
import { heldByName, partOfNames, wantedTerms } from './nameWords.ts'

/** A file of readable lists. */
interface File {
  id: string
  name: string
  tree: OpenTree
}

/** Ways to divide the words of one search between names and texts that are followed, those with most in names first. */
const MAX_WAYS = 8

interface Within {
  /** Of the folder that is searched; the whole tree without. */
  path?: readonly string[] | null
  condition?: RawBuilder<boolean>
  limit: number
}

/**
 * Documents in whose names some of the words stand and in whose texts all others do, since all words have to stand in a
 * document (FIND-07). Which they may be names of readable lists tell, and of words that are too short to look for in names,
 * or that too many names hold, texts with the other words.
 */
export async function inBoth(
  db: Connection,
  trees: readonly OpenTree[],
  terms: readonly Term[],
  { path = null, condition = sql<boolean>`true`, limit }: Within,
): Promise<FoundInTexts & { isLimited: boolean }> {
  const wanted = wantedTerms(terms)
  let found: FoundInTexts = { matches: [], inRenditions: new Set() }
  if (wanted.length < 2) return { ...found, isLimited: false }
  const named = await byNames(db, trees, terms, path)
  const files = new Map(named.files.map((file) => [file.id, file]))
  const holdsOf = heldByName(terms)
  let isLimited = false
  // Where all words are in the names of many, each is left to names by itself.
  const left = named.open.length < wanted.length ? [named.open] : named.open.map((term) => [term])
  for (const open of left.filter(({ length }) => length > 0)) {
    const others = terms.filter((_term, at) => !open.includes(at))
    const { matches, inRenditions } = await inTexts(db, trees, others, { condition, limit })
    isLimited ||= matches.length >= limit
    const saying = await filesOf(db, trees, matches)
    for (const file of saying) files.set(file.id, file)
    // Their texts hold all that their names don't.
    const whole = new Set(
      saying.flatMap(({ id, name }) => {
        const inName = holdsOf(name)
        return open.every((at) => inName.has(at)) ? id : []
      }),
    )
    for (const id of whole) files.delete(id)
    found = joined(found, { matches: matches.filter(({ id }) => whole.has(id)), inRenditions }, limit)
  }
  const ways = waysOf([...files.values()], terms, holdsOf)
  for (const { inNames, of } of ways.slice(0, MAX_WAYS)) {
    const rest = terms.filter((_term, at) => !inNames.has(at))
    const holding = new Set(of.map(({ tree }) => tree))
    const among = of.map(({ id }) => id)
    found = joined(found, await inTexts(db, [...holding], rest, { condition, among, limit }), limit)
  }
  return { ...found, isLimited: isLimited || ways.length > MAX_WAYS }
}

/** Files in whose names any of the words stand, and the terms of which not all files are known so. */
async function byNames(
  db: Connection,
  trees: readonly OpenTree[],
  terms: readonly Term[],
  path: readonly string[] | null,
): Promise<{ files: File[]; open: number[] }> {
  const asked = terms.flatMap((term, at) => {
    const part = term.excluded ? null : partOfNames(term)
    return part === null ? [] : [{ at, part }]
  })
  const parts = asked.map(({ part }) => part)
  const found = await namedByWord(db, trees, parts, path)
  const isKnown = (word: number) => found.every(({ isLimited }) => !isLimited(word))
  const known = new Set(asked.flatMap(({ at }, word) => (isKnown(word) ? [at] : [])))
  return {
    files: found.flatMap(({ files }, at) => {
      const tree = trees[at]
      return tree ? files.flatMap(({ word, id, name }) => (isKnown(word) ? [{ id, name, tree }] : [])) : []
    }),
    open: wantedTerms(terms).filter((term) => !known.has(term)),
  }
}

async function filesOf(
  db: Connection,
  trees: readonly OpenTree[],
  matches: readonly { id: string }[],
): Promise<File[]> {
  if (matches.length === 0) return []
  const ids = matches.map(({ id }) => id)
  const { rows } = await sql<{ id: string; name: string; treeId: string }>`
    select id, name, tree_id as "treeId" from document where id = any(${ids}::uuid[])`.execute(db)
  const opened = new Map(trees.map((tree) => [tree.id, tree]))
  return rows.flatMap(({ id, name, treeId }) => {
    const tree = opened.get(treeId)
    return tree ? { id, name, tree } : []
  })
}

/** Files by what their names hold, the most of it first; without those whose names hold nothing, all, or what must not be there. */
function waysOf(
  files: readonly File[],
  terms: readonly Term[],
  holdsOf: (name: string) => ReadonlySet<number>,
): { inNames: ReadonlySet<number>; of: File[] }[] {
  const wanted = wantedTerms(terms).length
  const matches = files.flatMap((file) => {
    const inNames = holdsOf(file.name)
    const isDivided = inNames.size > 0 && inNames.size < wanted
    return isDivided && ![...inNames].some((at) => terms[at]?.excluded) ? { file, inNames } : []
  })
  const ways = Map.groupBy(matches, ({ inNames }) => [...inNames].sort((one, other) => one - other).join())
  return [...ways.values()]
    .map((way) => ({
      inNames: way[0]?.inNames ?? new Set(),
      of: way.map(({ file }) => file),
    }))
    .sort((one, other) => other.inNames.size - one.inNames.size)
}
