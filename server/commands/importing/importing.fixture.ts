import { createHash } from 'node:crypto'
import { plainText } from '../../../shared/richText.ts'
import { type Draft, sha256Of } from '../../../testing/archives/draft.ts'
import { idOf, sampleDraft } from '../../../testing/archives/sample.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { loadActor } from '../../access/loadActor.ts'
import type { App } from '../../app.ts'
import type { DocumentNode } from '../../modules/documents/index.ts'
import { newId } from '../../platform/ids.ts'
import { wholeFile } from '../../platform/storage/index.ts'

type Row = Record<string, unknown>
const rowsOf = ({ lists }: Draft, kind: string) => (lists[kind] ?? []) as Row[]

/** The sample with what an import has to get right besides: reports, gaps in numbers, an earlier version that is current. */
export function richDraft(): ReturnType<typeof sampleDraft> {
  const sample = sampleDraft()
  const { draft } = sample
  const content = (file: string, text: string) => {
    const bytes = Buffer.from(text)
    draft.contents.set(file, { kind: 'ORIGINAL', bytes })
    return { file, size: bytes.length, sha256: sha256Of(bytes) }
  }
  const at = '2026-03-06T08:30:00.000Z'
  rowsOf(draft, 'trees').push({
    ...{ tree: 'REPORTS', principals: 'ROLE', usualLevel: 'PDF', numbering: 'OFF', access: 3 },
    ...{ readersSeeEarlierVersions: true, allowRootFiles: false },
  })
  rowsOf(draft, 'access').push({
    ...{ number: 3, open: true, passing: [] },
    given: [{ role: 'Viewer', level: 'PRINT' }],
  })
  rowsOf(draft, 'folders').push({
    ...{ id: idOf(13), tree: 'REPORTS', name: '2026', access: 3, path: 'files/Reports/2026' },
  })
  rowsOf(draft, 'documents').push(
    {
      ...{ id: idOf(25), tree: 'REPORTS', name: 'March.pdf', folder: idOf(13), access: 3 },
      versions: [
        {
          id: idOf(2501),
          number: 1,
          at,
          by: 'Dana Whitfield',
          ...content('files/Reports/2026/March.pdf', 'first'),
        },
        {
          ...{ id: idOf(2502), number: 2, at, by: 'Dana Whitfield' },
          ...content('versions/Reports/2026/March (version 2).pdf', 'second'),
        },
      ],
    },
    {
      ...{
        id: idOf(26),
        tree: 'DOCUMENTS',
        name: 'Site lease.pdf',
        number: '2.7',
        folder: idOf(12),
        access: 2,
      },
      versions: [
        {
          ...{ id: idOf(2601), number: 1, at, by: 'Tom Okafor', withdrawnAt: at },
          ...content('versions/Documents/2 Contracts/2.7 Site lease (version 1).pdf', 'wrong file'),
        },
        {
          ...{ id: idOf(2602), number: 2, at, by: 'Tom Okafor' },
          ...content('files/Documents/2 Contracts/2.7 Site lease.pdf', 'right file'),
        },
      ],
    },
  )
  rowsOf(draft, 'questions').push({
    ...{ id: idOf(52), log: idOf(40), number: '4', askedAt: at, text: 'Where is the lease?', topics: [] },
    ...{
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Where is the lease?' }] }],
      },
    },
    categories: ['Land'],
  })
  return sample
}

const PAGE = { limit: 200, offset: 0 }

/** All that is in a tree, as its admin sees it, by path. */
export async function contentsOf(
  { db }: Pick<TestDatabase, 'db'>,
  { services, storage }: Pick<App, 'services' | 'storage'>,
  personId: string,
  slug: string,
  kind: 'DOCUMENTS' | 'REPORTS',
) {
  const { documents, funds } = services
  const actor = await loadActor(db, personId, newId())
  const room = await funds.portfolioBySlug(actor, slug)
  const [tree] = await documents.treesOf(actor, 'portfolio', [room?.id ?? ''], kind)
  if (!tree) throw new Error('There is no tree.')
  const names = new Map((await documents.principals(actor, tree.id)).map(({ id, name }) => [id, name]))
  const found: Record<string, object> = {}
  const walk = async (node: DocumentNode, above: string): Promise<void> => {
    for (const child of await documents.children(node, PAGE)) {
      const name = `${above}${child.name}`
      const [number] = await documents.numbering.numbers([child])
      const [permitted] = await documents.permitted([child])
      const readers =
        permitted?.ids === null && permitted.levels === null
          ? 'all'
          : (permitted?.ids ?? [...names.keys()]).map(
              (id, at) => `${names.get(id)} ${permitted?.levels?.[at] ?? 'ORIGINAL'}`,
            )
      const versions = child.isFolder
        ? undefined
        : await Promise.all(
            (await documents.versions.list(actor, { treeId: tree.id, documentId: child.id }, PAGE)).map(
              async ({ id, number: of, storedSize, createdAt, isCurrent, withdrawnAt }) => {
                const hash = createHash('sha256')
                await wholeFile(storage, id, storedSize).source(async (chunk) => void hash.update(chunk))
                return [of, createdAt.toISOString(), hash.digest('hex'), isCurrent, withdrawnAt !== null]
              },
            ),
          )
      found[name] = { number, readers, ...(versions ? { versions } : {}) }
      if (child.isFolder) await walk(child, `${name}/`)
    }
  }
  await walk(await documents.document(actor, tree.id, null), '')
  return found
}

/** What the list of a draft says of the same. */
export function expectedOf(draft: Draft, kind: 'DOCUMENTS' | 'REPORTS') {
  const folders = new Map(rowsOf(draft, 'folders').map((row) => [row.id, row]))
  const pathOf = (row: Row): string => {
    const above = folders.get(row.parent ?? row.folder)
    return above ? `${pathOf(above)}/${row.name}` : String(row.name)
  }
  const readers: Record<number, unknown> = {
    1: 'all',
    2: ['Lenders VIEW', 'Sellers ORIGINAL'],
    // On an open list stands whoever has access, so the one who imports as well.
    3: ['Deal Room Admin PDF', 'Organisation Admin PDF', 'Viewer (Harbor Solar) PRINT'],
  }
  const all = [...rowsOf(draft, 'folders'), ...rowsOf(draft, 'documents')]
  return Object.fromEntries(
    all
      .filter(({ tree, deletedAt }) => tree === kind && deletedAt === undefined)
      .map((row) => {
        const versions = (row.versions as Row[] | undefined)
          ?.map(({ number, at, sha256, file, withdrawnAt }) => [
            number,
            at,
            sha256,
            !String(file).startsWith('versions/'),
            withdrawnAt !== undefined,
          ])
          .toReversed()
        return [
          pathOf(row),
          {
            number: row.number ?? null,
            readers: readers[Number(row.access)],
            ...(versions ? { versions } : {}),
          },
        ]
      }),
  )
}

export async function questionsOf(
  { db }: Pick<TestDatabase, 'db'>,
  { services }: Pick<App, 'services'>,
  personId: string,
  slug: string,
) {
  const { questions, funds } = services
  const actor = await loadActor(db, personId, newId())
  const room = await funds.portfolioBySlug(actor, slug)
  const [logs = []] = await questions.logsOf(actor, [room?.id ?? ''])
  return Promise.all(
    logs.map(async ({ id, name }) => {
      const rows = await questions.page(actor, id, { filter: 'ALL', ...PAGE })
      const categories = await questions.choicesOf(
        'category',
        rows.map((row) => row.id),
      )
      return [
        name,
        rows.map(({ number, body, answer, isClosed, isPriority, createdAt }, at) => ({
          ...{
            number,
            text: plainText(body),
            answer: answer && plainText(answer.body),
            isClosed,
            isPriority,
          },
          ...{ at: createdAt.toISOString(), categories: categories[at]?.map((each) => each.name) },
        })),
      ]
    }),
  )
}
