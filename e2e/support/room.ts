import { DEMO_PASSWORD } from '../../demo/content/index.ts'
import { PEOPLE } from '../../demo/content/people.ts'
import { Client } from '../../testing/client.ts'
import { Room } from '../../testing/room.ts'
import { origin } from './address.ts'
import type { Persona } from './test.ts'

/** The deal room of most journeys: contributors, lenders and two rival bidders are in it. */
export const PORTFOLIO = { name: 'Republican Valley Portfolio', slug: 'republican-valley-portfolio' }

/** Address of the documents of that deal room, or of one of them. */
export const documentsAddress = (documentId?: string): string =>
  `/portfolios/${PORTFOLIO.slug}/storage/documents${documentId === undefined ? '' : `/${documentId}`}`

/** Its documents over HTTP, to make and to look up what a journey needs. */
export async function roomOf(persona: Persona): Promise<Room> {
  const client = new Client(origin())
  await client.signIn(PEOPLE[persona].email, DEMO_PASSWORD)
  const { data } = await client.graphql(
    'query($slug: String!) { portfolioBySlug(slug: $slug) { documentsTree { id } } }',
    { slug: PORTFOLIO.slug },
  )
  const portfolio = data?.portfolioBySlug as { documentsTree: { id: string } | null } | null | undefined
  if (!portfolio?.documentsTree) throw new Error(`${persona} can't open the documents of ${PORTFOLIO.name}.`)
  return new Room(client, portfolio.documentsTree.id)
}

/** A new folder in the root, made by a contributor. @returns its id */
export async function newFolder(name: string): Promise<string> {
  const [folder] = await (await roomOf('contributor')).createFolders([name])
  if (!folder) throw new Error(`${name} was not made.`)
  return folder.id
}

/** Small files in a folder, uploaded by a contributor; each holds its name unless told. @returns their ids */
export async function newFiles(
  folderId: string,
  names: readonly string[],
  contentOf: (name: string) => Uint8Array = (name) => new TextEncoder().encode(name),
): Promise<string[]> {
  const room = await roomOf('contributor')
  const announced = await room.announce(
    names.map((name) => ({ name, size: contentOf(name).byteLength, parentId: folderId })),
  )
  for (const [at, upload] of announced.entries()) await room.put(upload, contentOf(names[at] ?? ''))
  return (await room.confirm(announced)).files.map((file) => file.id)
}

/** The code of the refusal of a call that a page would not even offer; undefined where it was answered. */
export async function refusalOf(
  persona: Persona,
  mutation: string,
  variables: Record<string, unknown>,
): Promise<unknown> {
  const { errors } = await (await roomOf(persona)).ask(mutation, variables)
  return errors[0]?.extensions.code
}

export const RENAME =
  'mutation($treeId: ID!, $id: ID!, $name: String!) { renameDocument(treeId: $treeId, documentId: $id, name: $name) { error } }'
export const MOVE =
  'mutation($treeId: ID!, $to: ID!, $ids: [ID!]!) { move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids) { reversible } }'
export const REMOVE =
  'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }'

/** The id of an entry by its names from the root down. */
export async function idOf(room: Room, ...names: readonly string[]): Promise<string> {
  let id: string | null = null
  for (const name of names) {
    const entry: { id: string } | undefined = (await room.list(id)).find((each) => each.name === name)
    if (!entry) throw new Error(`${names.join(' / ')} is not there.`)
    id = entry.id
  }
  return id ?? room.rootId
}
