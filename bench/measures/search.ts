import { headersOf } from '../support/folderList.ts'
import { type Call, Caller } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { median } from '../support/statistics.ts'
import type { FilledTree } from '../support/world.ts'

/** What the web's search asks: a page of hits with the way to each, and how many there are. */
const SEARCH = `query SearchDocuments($treeId: ID!, $documentId: ID, $search: String!) {
  searchCount(treeId: $treeId, documentId: $documentId, search: $search)
  search(treeId: $treeId, documentId: $documentId, search: $search, limit: 100, offset: 0) {
    id name fileType size modifiedTimestamp fileCount parentId ancestors { id name }
  }
}`

/** Texts that nearly all names hold, many, few, one, and none of them; with several words, in another order. */
const TEXTS = [
  'report',
  'pdf',
  'work package 17',
  'report 200.pdf',
  'production monthly',
  'site 712',
  '712',
  'easement',
  'zzq',
]

/** Search by name in a tree of a million documents: below a folder and in the whole tree, as admin and as viewer. */
export const search: Measure = {
  name: 'search',
  run: async (stage, { quick }) => {
    const { world, product, signIn } = await stage()
    const caller = new Caller(product.origin, 1)
    const rounds = quick ? 3 : 15
    const documents = world.large.documents.toLocaleString('en-US')
    const figures: Figure[] = []
    try {
      for (const [who, email] of [
        ['admin', world.admin],
        ['viewer', world.viewer],
      ] as const) {
        const headers = headersOf(await signIn(email))
        for (const [where, documentId] of [
          ['the whole tree', null],
          ['one folder', world.large.folders[0] ?? null],
        ] as const) {
          const calls = TEXTS.map((text) => callOf(headers, world.large, documentId, text))
          const times = await timesOf(caller, calls, rounds)
          const slowest = Math.max(...times.map(median))
          figures.push({
            title: `name search in ${documents}, ${where}, ${who}, the slowest of ${TEXTS.length} texts`,
            ours: `${median(times.flat()).toFixed(0)} ms p50`,
            floor: '',
            value: slowest,
            shown: `${slowest.toFixed(0)} ms`,
            target: { atMost: 64 },
            targetShown: '≤ 64 ms',
          })
        }
      }
    } finally {
      caller.close()
    }
    return figures
  },
}

const callOf = (
  headers: Record<string, string>,
  { treeId }: FilledTree,
  documentId: string | null,
  text: string,
): Call => ({
  method: 'POST',
  path: '/graphql',
  headers,
  body: JSON.stringify({ query: SEARCH, variables: { treeId, documentId, search: text } }),
})

/** Milliseconds of each call in each round, one call after the other; a first round goes uncounted. */
async function timesOf(caller: Caller, calls: readonly Call[], rounds: number): Promise<number[][]> {
  const times: number[][] = calls.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, call] of calls.entries()) {
      const start = performance.now()
      const { errors } = JSON.parse((await caller.send(call)).toString())
      if (errors) throw new Error(JSON.stringify(errors))
      if (round > 0) times[index]?.push(performance.now() - start)
    }
  }
  return times
}
