import type { Client } from '../../testing/client.ts'
import type { Call, Comparison, SideFigures } from './load.ts'
import type { Figure, MeasureOptions } from './measure.ts'
import type { Target } from './statistics.ts'
import { FOLDER_PAGES } from './texts.ts'
import type { FilledTree } from './world.ts'

/** Headers of a page of the product whose person is signed in. */
export const headersOf = (client: Client) => ({
  'content-type': 'application/json',
  cookie: `sessionid=${client.cookie('sessionid')}; csrftoken=${client.cookie('csrftoken')}`,
  'x-csrftoken': client.cookie('csrftoken') ?? '',
})

/** The first page of each of the tree's folders, by GraphQL, as that person. */
export const listCalls = (client: Client, { treeId, folders }: FilledTree): Call[] =>
  folders.map((documentId) => ({
    method: 'POST',
    path: '/graphql',
    headers: headersOf(client),
    body: JSON.stringify({ query: FOLDER_PAGES.bare, variables: { treeId, documentId } }),
  }))

/** Rounds of a comparison of lists. */
export const listRounds = ({ quick }: MeasureOptions) =>
  quick ? { rounds: 4, milliseconds: 300 } : { rounds: 15, milliseconds: 1000 }

const shown = ({ perSecond, cpuMs }: SideFigures): string =>
  `${Math.round(perSecond)} /s, ${cpuMs.toFixed(2)} ms CPU`

/** A comparison as a line of the result. */
export const figureOf = (title: string, { ours, floor, ratio }: Comparison, target: Target): Figure => ({
  title,
  ours: shown(ours),
  floor: shown(floor),
  value: ratio,
  target,
})
