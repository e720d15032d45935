import { holds } from '../../access/actor.ts'
import { loadActor } from '../../access/loadActor.ts'
import { personsByEmails } from '../../modules/accounts/index.ts'
import { newId } from '../../platform/ids.ts'
import { ConfigError } from '../../settings.ts'
import { openArchiveFolder } from './archiveFolder.ts'
import { attach, closeTree, type Imported, importTree, isAttached } from './documents.ts'
import { importQuestions } from './questions.ts'
import { type ImportDeps, makeRoom } from './room.ts'

export interface ImportOrder {
  /** The folder into which all parts of the archive were unpacked. */
  from: string
  /** Slug of the organisation. */
  into: string
  /** E-mail address of one of its admins, in whose name all is made. */
  by: string
  /** With the public keys that the archive is verified by. */
  keyFile?: string
}

export interface ImportResult extends Imported {
  room: string
  slug: string
  questions: number
}

/**
 * Makes a room again from an archive of everything, in an organisation that has none (ARCH-08). One that was broken off goes on
 * where it was. Until its end only who administers its documents sees any.
 * @throws ConfigError with a sentence that says why nothing is imported
 */
export async function importArchive(
  deps: ImportDeps,
  { from, into, by, keyFile }: ImportOrder,
  say: (sentence: string) => void,
): Promise<ImportResult> {
  const archive = await openArchiveFolder(from, { say, ...(keyFile === undefined ? {} : { keyFile }) })
  const { db, services } = deps
  const person = (await personsByEmails(db, [by.toLowerCase()])).get(by.toLowerCase())
  if (!person) throw new ConfigError(`Nobody here has the e-mail address ${by}.`)
  const actorNow = () => loadActor(db, person.id, newId())
  const before = await actorNow()
  const organisation = await services.organisations.bySlug(before, into)
  if (!organisation) throw new ConfigError(`There is no organisation ${into} that ${by} is in.`)
  const place = { kind: 'organisation', organisationId: organisation.id } as const
  if (!holds(before, 'ORG_ADMIN', place)) {
    throw new ConfigError(`${by} is no admin of ${organisation.name}. Please name somebody who is.`)
  }
  const room = await makeRoom(deps, archive, { actor: before, organisation })
  say(
    room.isBegun ? 'The import goes on where it was broken off.' : `${archive.manifest.room.name} was made.`,
  )
  // Who may what in the room follows from what was just made.
  const actor = await actorNow()
  const files = { documents: services.documents, storage: deps.storage }
  const home = room.trees.get('DOCUMENTS') ?? ''
  for (const treeId of room.trees.values()) await closeTree(files, actor, treeId)
  const attaching = { actor, archive, treeId: home }
  await attach(files, attaching, (path) => path === 'manifest.json')
  const count: Imported = { folders: 0, documents: 0, versions: 0, withoutFile: 0, deleted: 0 }
  for (const row of await archive.all('trees')) {
    const treeId = room.trees.get(row.tree)
    if (treeId !== undefined) await importTree(files, { actor, archive, treeId, room, row }, { say, count })
  }
  const questions = await importQuestions(deps, { actor, archive, room })
  await attach(files, attaching, isAttached)
  await attach(files, attaching, (path) => path === 'signature.json')
  return { room: archive.manifest.room.name, slug: room.slug, questions, ...count }
}
