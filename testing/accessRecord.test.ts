// What somebody could see at a moment, by the record of access, against what the product itself gave them at that moment.
import { expect, test } from 'vitest'
import type { Actor } from '../server/access/actor.ts'
import { DomainError } from '../server/access/errors.ts'
import { loadActors } from '../server/access/loadActor.ts'
import { treeRowOf } from '../server/modules/documents/core/trees.ts'
import { accessAt, levelText, peopleSeeing } from '../server/modules/documents/proof/documentAccess.ts'
import { seenBy } from '../server/modules/documents/proof/principalAccess.ts'
import {
  adminId,
  database,
  documents,
  MUTATIONS,
  people,
  person,
  pick,
  reportsId,
  room,
  treeId,
  trees,
} from './accessWalk.fixture.ts'

/** What the product gives a person of a document now, in words; null for nothing. */
async function given(
  actor: Actor | undefined,
  document: { id: string; treeId: string },
): Promise<string | null> {
  if (!actor) return null
  try {
    const node = await room.documents().document(actor, document.treeId, document.id)
    const [access] = await room.documents().levels.accesses([node])
    return access ? levelText(access) : null
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

interface Answer {
  after: string
  at: string
  personId: string
  document: { id: string; treeId: string }
  given: string | null
}
interface Whole {
  at: string
  document: { id: string; treeId: string }
  given: Record<string, string>
  /** What one of them was given of all documents of the room. */
  personId: string
  seen: Record<string, string>
  /** Super users of then. */
  staff: string[]
}
const answers: Answer[] = []
const wholes: Whole[] = []
/** Changes that the product refused, such as moving a folder into itself. */
const refused = new Set<string>()
const made = new Set<string>()

async function now(): Promise<string> {
  const { rows } = await database.pool.query<{ at: string }>('select clock_timestamp()::text as at')
  return rows[0]?.at ?? ''
}

const QUESTIONS = 10
/** Of these, about the few documents of the holding company; all where it is what was changed. */
const OF_REPORTS = 3
const inReports = () => documents.filter((each) => each.treeId === reportsId)
/** Answers that the record is asked for at the same time. */
const TOGETHER = 8
async function ask(after: string): Promise<void> {
  const at = await now()
  const actors = await loadActors(database.db, [adminId, ...people])
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const ofReports = asked < (/holding company/.test(after) ? QUESTIONS : OF_REPORTS)
    const personId = pick(ofReports ? [...people, adminId, adminId] : [...people, ...people, adminId])
    // Roots as well, and what has been made last.
    const document = pick(
      ofReports ? inReports() : [...documents, documents.at(-1) ?? { id: treeId, treeId }],
    )
    answers.push({ after, at, personId, document, given: await given(actors.get(personId), document) })
  }
  if (answers.length % (QUESTIONS * 8) !== 0) return
  const document = pick(documents)
  const all: Record<string, string> = {}
  for (const personId of [adminId, ...people]) {
    const access = await given(actors.get(personId), document)
    if (access !== null) all[personId] = access
  }
  const personId = person()
  const seen: Record<string, string> = {}
  for (const each of documents.slice(2).filter((one) => one.treeId === treeId)) {
    const access = await given(actors.get(personId), each)
    if (access !== null) seen[each.id] = access
  }
  wholes.push({
    at,
    document,
    given: all,
    personId,
    seen,
    staff: people.filter((id) => actors.get(id)?.isSuperUser),
  })
}

test('PROOF-05 for 1,000 random people, documents and moments among all kinds of changes the record answers as the product did', async () => {
  const kinds = Object.keys(MUTATIONS)
  // What differs from document to document is changed more often than what holds for all of them.
  const often = kinds.filter((kind) => /level|permission|permitted to|file|joins/.test(kind))
  for (let round = 0; answers.length < 1000; round += 1) {
    // Each kind once, then any.
    const kind = kinds[round] ?? pick([...kinds, ...often, ...often])
    try {
      await MUTATIONS[kind]?.(() => ask(kind))
      made.add(kind)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.add(kind)
    }
    await ask(kind)
  }
  expect(kinds.filter((kind) => !made.has(kind))).toEqual([])
  // As they are by now: it is asked later.
  for (const id of [treeId, reportsId]) {
    const row = await treeRowOf(database.db, id)
    if (row) trees.set(id, row)
  }
  const recorded = async ({ personId, document, at }: Answer) => {
    const tree = trees.get(document.treeId)
    if (!tree) throw new Error('There is no such tree.')
    const documentId = document.id.replace('tree:', '')
    const access = await accessAt(database.db, { personId, documentId, tree }, at)
    return access && levelText(access)
  }
  const wrong: unknown[] = []
  for (let from = 0; from < answers.length; from += TOGETHER) {
    const some = answers.slice(from, from + TOGETHER)
    const found = await Promise.all(some.map(recorded))
    for (const [index, answer] of some.entries()) {
      if (found[index] !== answer.given) wrong.push({ ...answer, recorded: found[index] })
    }
  }
  expect(wrong).toEqual([])
  // Many were given something, at several levels, and many nothing.
  const levels = Map.groupBy(answers, (answer) => answer.given)
  expect(levels.size).toBeGreaterThan(3)
  expect(levels.get(null)?.length).toBeGreaterThan(100)
  expect(levels.get(null)?.length).toBeLessThan(900)
})

test('who could see a document at a moment are all whom the product gave it then, each once, with their level', async () => {
  expect(wholes.length).toBeGreaterThan(10)
  for (const { document, at, given: expected, staff } of wholes) {
    const tree = trees.get(document.treeId)
    if (!tree) throw new Error('There is no such tree.')
    const documentId = document.id.replace('tree:', '')
    const page = await peopleSeeing(database.db, { documentId, tree }, at, { limit: 200, offset: 0 })
    const found = Object.fromEntries(page.items.map(({ personId, level }) => [personId, level]))
    // Who runs the installation is counted, and not named.
    const unnamed = staff.filter((id) => id in expected && !(id in found))
    expect([
      document.id,
      at,
      { ...found, ...Object.fromEntries(unnamed.map((id) => [id, 'Original'])) },
    ]).toEqual([document.id, at, expected])
    expect([page.count, page.superUsers]).toEqual([Object.keys(found).length, unnamed.length])
    expect(page.levels.reduce((sum, level) => sum + level.people, 0)).toBe(page.count)
  }
})

test('what somebody could see at a moment is all that the product gave them then, with level, page by page', async () => {
  const tree = trees.get(treeId)
  if (!tree) throw new Error('There is no such tree.')
  for (const { at, personId, seen: expected } of wholes) {
    const seen = await seenBy(database.db, { tree, principal: { personId }, folderId: treeId }, at)
    const items = [
      ...(await seen.page({ limit: 5, offset: 0 })),
      ...(await seen.page({ limit: 200, offset: 5 })),
    ]
    expect([at, Object.fromEntries(items.map(({ documentId, level }) => [documentId, level]))]).toEqual([
      at,
      expected,
    ])
    expect([items.length, seen.count]).toEqual([Object.keys(expected).length, items.length])
    // Each folder before what is in it.
    const paths = items.filter(({ isFolder }) => isFolder).map(({ path }) => path)
    for (const [index, { path }] of items.entries()) {
      const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      if (above !== '') expect(items.findIndex((each) => each.path === above)).toBeLessThan(index)
      if (above !== '') expect(paths).toContain(above)
    }
  }
  expect(wholes.filter(({ seen }) => Object.keys(seen).length > 5).length).toBeGreaterThan(2)
})

test('each change keeps who made it', async () => {
  const { rows } = await database.pool.query<{ by: string }>(
    'select distinct changed_by as by from former_folder_list where changed_by is not null',
  )
  expect(rows).toEqual([{ by: adminId }])
})
