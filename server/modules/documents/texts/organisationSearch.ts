import { markedWords } from '../../../../shared/finding/markedWords.ts'
import type { Term } from '../../../../shared/finding/search.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import {
  type Found,
  type FoundPart,
  MAX_OF_KIND,
  NOTHING_FOUND,
  type Passage,
} from '../../../platform/finding/index.ts'
import { accessesOf } from '../core/accesses.ts'
import { pageOf, slugsOfTrees } from '../core/addresses.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, documentsOfTrees } from '../core/nodes.ts'
import { type OpenTree, treesOfOrganisation } from '../core/trees.ts'
import { firstOfTrees } from '../reading/search.ts'
import { withoutNamed, withoutSaying } from './foundNames.ts'
import { excerptsFor, inTexts, isGivenExcerpts, joined, RANKED, rank } from './foundTexts.ts'
import { inBoth } from './inBoth.ts'
import { nameTest, wantedWords } from './nameWords.ts'

/**
 * Documents of all trees of an organisation that the actor may open, by names and contents (FIND-14): as `searchContents`
 * finds them in one, the names first. However many trees there are, each step reads them together.
 */
export async function searchOrganisation(
  db: Connection,
  actor: Actor,
  { organisationId, terms }: { organisationId: string; terms: readonly Term[] },
  page: { limit: number; offset: number },
): Promise<FoundPart> {
  const trees = await treesOfOrganisation(db, actor, organisationId)
  if (trees.length === 0) return NOTHING_FOUND
  const [named, inText, divided] = await Promise.all([
    inNames(db, trees, terms),
    inTexts(db, trees, terms, { limit: MAX_OF_KIND }),
    inBoth(db, trees, terms, { limit: MAX_OF_KIND }),
  ])
  const { matches: saying, inRenditions } = joined(inText, divided, MAX_OF_KIND)
  const held = await withoutNamed(
    db,
    saying.map(({ id }) => id),
    terms,
  )
  const isPhrased = terms.some(({ kind }) => kind === 'phrase')
  const ranked = await rank(db, held, { terms, inRenditions }, isPhrased ? MAX_OF_KIND : RANKED)
  const names = new Set(named)
  const order = [...named, ...ranked.ids.filter((id) => !names.has(id))].slice(0, MAX_OF_KIND)
  const ids = order.slice(page.offset, page.offset + page.limit)
  const nodes = new Map((await documentsOfTrees(db, trees, ids)).map((node) => [node.id, node]))
  const shown = ids.flatMap((id) => nodes.get(id) ?? [])
  const texts = new Set(held)
  const unread = ids.filter((id) => texts.has(id) && !ranked.excerpts.has(id))
  const excerpts = new Map([...ranked.excerpts, ...(await excerptsFor(db, unread, { terms, inRenditions }))])
  const [accesses, described] = await Promise.all([accessesOf(db, shown), describe(db, shown)])
  return {
    count: order.length,
    items: shown.map((node, at) => {
      const { place, path } = described[at] ?? { place: '', path: '' }
      const passage = excerpts.get(node.id)?.passages[0]
      const isGiven = isGivenExcerpts(node, accesses[at] ?? PASSING, inRenditions)
      return {
        id: node.id,
        title: node.name,
        isFolder: node.isFolder,
        place,
        path: passage ? atPassage(path, passage, isGiven) : path,
        passage: isGiven ? (passage?.text ?? null) : null,
      }
    }),
  }
}

async function inNames(
  db: Connection,
  trees: readonly OpenTree[],
  terms: readonly Term[],
): Promise<string[]> {
  const ids = await firstOfTrees(db, trees, wantedWords(terms), MAX_OF_KIND)
  const nodes = await documentsOfTrees(db, trees, ids)
  const passes = nameTest(terms)
  const kept = new Set(nodes.filter(({ name }) => passes(name)).map(({ id }) => id))
  return [
    ...(await withoutSaying(
      db,
      trees,
      ids.filter((id) => kept.has(id)),
      terms,
    )),
  ]
}

/** Where documents are, as words and as the address of their page; in their order. */
async function describe(
  db: Connection,
  nodes: readonly DocumentNode[],
): Promise<Pick<Found, 'place' | 'path'>[]> {
  const trees = [...new Set(nodes.map(({ tree }) => tree))]
  const above = [...new Set(nodes.flatMap(({ path }) => path.slice(0, -1)))]
  const [folders, slugs] = await Promise.all([documentsOfTrees(db, trees, above), slugsOfTrees(db, trees)])
  const names = new Map(folders.map(({ id, name }) => [id, name]))
  return nodes.map(({ id, tree, path }) => {
    const of = slugs[trees.indexOf(tree)] ?? { organisation: '', entity: '' }
    const along = path.slice(0, -1).flatMap((each) => names.get(each) ?? [])
    return { place: [tree.name, ...along].join(' / '), path: pageOf(tree, of, id) }
  })
}

/** The page of a document at a passage; its words, which the preview marks, only for whoever is given them. */
function atPassage(path: string, passage: Passage, isGiven: boolean): string {
  if (passage.page === null) return path
  const query = new URLSearchParams({ page: String(passage.page) })
  const words = isGiven ? markedWords(passage) : ''
  if (words !== '') query.set('words', words)
  return `${path}?${query}`
}
