import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from '../../factories.ts'
import { Room } from '../../room.ts'
import { TestSocket } from '../../sockets.ts'
import { fetchZip, zipState } from '../../zips.ts'
import { PatientClient, waiting } from './asking.ts'
import { ANNOUNCED, isClosed } from './clients.ts'
import { type Entry, type Findings, type Ledger, noFindings } from './ledger.ts'
import type { OwnDatabase, World } from './world.ts'

/** What the audit asks: people of the world, at the address that is looked at, and its database. */
export interface Audited {
  readonly world: World
  readonly ledger: Ledger
  readonly team: Room
  readonly zipper: Room
  readonly reader: Room
  readonly rival: Room
  /** All who read what was uploaded, in turn: one person may ask for 600 things a minute. */
  readonly readers: readonly Room[]
  readonly database: Pick<OwnDatabase, 'pool'>
  /** Milliseconds without a message after which a socket has sent what there is. */
  readonly silentMs: number
}

/** Where servers may have been killed a moment ago. */
const SILENT_MS = 2000

/** As they see it at the address where they worked. */
export function auditedHere(
  world: World,
  ledger: Ledger,
  database: Audited['database'],
  silentMs = SILENT_MS,
): Audited {
  const [team] = world.team
  const [reader] = world.readers
  if (!team || !reader) throw new Error('There is nobody to ask.')
  const who = ({ client }: Room) => new Room(waiting(client), world.treeId)
  return {
    world,
    ledger,
    database,
    silentMs,
    team: who(team),
    reader: who(reader),
    zipper: who(world.zipper),
    rival: who(world.rival),
    readers: [...world.readers, ...world.team].map(who),
  }
}

/** The same people at another server, with an installation of its own. */
export async function auditedAt(
  address: string,
  { world, ledger, database }: Pick<Audited, 'world' | 'ledger' | 'database'>,
): Promise<Audited> {
  const at = async (email: string): Promise<Room> => {
    const client = new PatientClient(address)
    await client.signIn(email, PASSWORD)
    return new Room(waiting(client), world.treeId)
  }
  const { emails } = world
  const [team, zipper, reader, rival] = [
    await at(emails.team),
    await at(emails.zipper),
    await at(emails.reader),
    await at(emails.rival),
  ]
  const readers = [reader, team, zipper]
  return { world, ledger, database, silentMs: SILENT_MS, team, zipper, reader, rival, readers }
}

/** Milliseconds that jobs get to end what they were asked for. */
const JOBS_MS = 90_000
/** Milliseconds after which the places of sockets are free again that a killed process had. */
const PLACES_MS = 120_000
const IN_PARALLEL = 4

/** Compares everything that clients were told with what is there (SCALE-29). */
export async function audit(audited: Audited): Promise<Findings> {
  const { lost, doubled, exposed } = audited.ledger.seen
  const findings: Findings = { lost: [...lost], doubled: [...doubled], exposed: [...exposed] }
  for (const part of [auditUploads, auditMoves, auditComments, auditQuestions, auditPermissions, auditZips]) {
    const found = await part(audited)
    findings.lost.push(...found.lost)
    findings.doubled.push(...found.doubled)
    findings.exposed.push(...found.exposed)
  }
  return findings
}

const wasAsked = ({ told }: Entry): boolean => told !== 'none'
const isConfirmed = ({ told }: Entry): boolean => told === 'confirmed'

const countBy = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** @param work is given whom to ask, each of the people in turn */
async function inParallel<Item>(
  items: readonly Item[],
  people: readonly Room[],
  work: (item: Item, who: Room) => Promise<void>,
): Promise<void> {
  const waiting = items.entries()
  await Promise.all(
    Array.from({ length: IN_PARALLEL }, async () => {
      for (const [at, item] of waiting) {
        const who = people[at % people.length]
        if (who) await work(item, who)
      }
    }),
  )
}

/** Files that were confirmed are there once, whole; the others are there once or not at all, and unconfirmed ones not. */
async function auditUploads({ world, ledger, reader, readers, rival }: Audited): Promise<Findings> {
  const findings = noFindings()
  const listed = await reader.list(world.folders.uploads)
  const counts = countBy(listed.map(({ name }) => name))
  const asked = new Map(ledger.of('uploads').map((entry) => [entry.name, entry]))
  for (const [name, count] of counts) {
    const entry = asked.get(name)
    // Of an address alone nothing may come.
    if (!entry || !wasAsked(entry)) findings.exposed.push(`${name} is shown, and was never confirmed`)
    else if (count > 1) findings.doubled.push(`${name} is there ${count} times`)
  }
  const confirmed = [...asked.values()].filter(isConfirmed)
  await inParallel(confirmed, readers, async ({ name, id, value }, who) => {
    if (!counts.has(name)) return void findings.lost.push(`${name} was confirmed and is not listed`)
    const got = await who.download(id).catch((error: Error) => error)
    if (got instanceof Error) findings.lost.push(`${name} was confirmed and can't be read: ${got.message}`)
    else if (got.sha256 !== value) findings.lost.push(`${name} has other bytes than were confirmed`)
  })
  const left = [...asked.values()].filter(({ value }) => value === ANNOUNCED)
  await inParallel(left, readers, async ({ name, id }, who) => {
    for (const other of [who, rival])
      if (await isShown(other, id)) findings.exposed.push(`${name} can be fetched, and was never confirmed`)
  })
  return findings
}

const isShown = (room: Room, id: string): Promise<boolean> =>
  room.download(id).then(
    () => true,
    () => false,
  )

/** Each file lies in one folder: in that of the last move that was confirmed, or of one after it that nobody told of. */
async function auditMoves({ world, ledger, reader }: Audited): Promise<Findings> {
  const findings = noFindings()
  const { here, there } = world.folders
  const lists = new Map<string, string[]>()
  for (const folder of [here, there])
    lists.set(
      folder,
      (await reader.list(folder)).map(({ id }) => id),
    )
  for (const { id, name } of world.moved) {
    let possible = new Set([here])
    for (const entry of ledger.of('moves').filter((each) => each.id === id)) {
      if (entry.told === 'confirmed') possible = new Set([entry.value])
      else if (entry.told === 'unknown') possible.add(entry.value)
    }
    const lies = [here, there].filter((folder) => lists.get(folder)?.includes(id))
    if (lies.length > 1) findings.doubled.push(`${name} lies in two folders`)
    if (!lies.some((folder) => possible.has(folder)))
      findings.lost.push(`${name} does not lie where it was moved`)
  }
  return findings
}

/** Comments that were confirmed came once, to who opens the checklist now. */
async function auditComments({ world, ledger, team, silentMs }: Audited): Promise<Findings> {
  const findings = noFindings()
  const socket = await openedSocket(team, world.commentsAt)
  // They come in messages of some hundred, one right after the other.
  for (let before = 0; before < socket.messages.length; await sleep(silentMs)) before = socket.messages.length
  const counts = countBy(socket.comments.map(({ comment }) => comment))
  socket.close()
  for (const entry of ledger.of('comments')) {
    const count = counts.get(entry.name) ?? 0
    if (isConfirmed(entry) && count === 0) findings.lost.push(`${entry.name} was confirmed and is not there`)
    if (count > 1) findings.doubled.push(`${entry.name} is there ${count} times`)
  }
  return findings
}

/** A socket, once there is a place for it: those at processes that were killed count for another minute and a half. */
async function openedSocket({ client }: Room, address: string): Promise<TestSocket> {
  const until = Date.now() + PLACES_MS
  for (;;) {
    const socket = new TestSocket(client, address)
    const opened = socket.opened()
    // Of one that was closed it is heard a minute later that nothing came.
    opened.catch(() => {})
    const result = await Promise.race([opened, socket.closed])
    if (typeof result !== 'number') return result
    if (Date.now() > until) throw new Error(`The socket for comments was closed with ${result}.`)
    await sleep(1000)
  }
}

/** Each log has the questions that were confirmed, and no more than were asked. */
async function auditQuestions({ world, ledger, team }: Audited): Promise<Findings> {
  const findings = noFindings()
  for (const logId of world.logs) {
    const there = new Set<string>()
    for (let offset = 0; ; ) {
      const page = await team.call<{ id: string }[]>(
        'query($logId: ID!, $offset: Int!) { questions(logId: $logId, limit: 200, offset: $offset) { id } }',
        { logId, offset },
      )
      for (const { id } of page) there.add(id)
      offset += page.length
      if (page.length < 200) break
    }
    const asked = ledger.of('questions').filter(({ value }) => value === logId)
    for (const { name, id } of asked.filter(isConfirmed))
      if (!there.has(id)) findings.lost.push(`${name} was confirmed and is not there`)
    const most = asked.filter(wasAsked).length
    if (there.size > most) findings.doubled.push(`${there.size} questions are there, and ${most} were asked`)
  }
  return findings
}

/** What is closed for certain the rival neither lists nor fetches, and what is open they do. */
async function auditPermissions({ world, ledger, rival, reader }: Audited): Promise<Findings> {
  const findings = noFindings()
  const listed = new Set((await rival.list(world.folders.closed)).map(({ id }) => id))
  const all = new Set((await reader.list(world.folders.closed)).map(({ id }) => id))
  for (const { id, name } of world.closed) {
    if (!all.has(id)) findings.lost.push(`${name} is not there`)
    if (isClosed(ledger, id)) {
      if (listed.has(id)) findings.exposed.push(`${name} is listed, and was closed`)
      if (await isShown(rival, id)) findings.exposed.push(`${name} can be fetched, and was closed`)
      continue
    }
    const last = ledger.of('permissions').findLast((entry) => entry.id === id && wasAsked(entry))
    if (last?.told === 'confirmed' && !listed.has(id)) findings.lost.push(`${name} was opened, and is closed`)
  }
  return findings
}

/** Each zip that was confirmed becomes ready, whole, once, and is told of once. */
async function auditZips({ world, ledger, zipper, database }: Audited): Promise<Findings> {
  const findings = noFindings()
  const asked = ledger.of('zips').filter(wasAsked)
  const until = Date.now() + JOBS_MS
  for (const { name, id } of asked.filter(isConfirmed)) {
    let state = ''
    while (state !== 'READY' && state !== 'FAILED') {
      state = await zipState(zipper, id).then(
        (zip) => zip.state,
        (error: Error) => error.message,
      )
      // Not there is not late.
      if (Date.now() > until || state.includes('NOT_FOUND')) break
      if (state !== 'READY') await sleep(300)
    }
    if (state !== 'READY') {
      findings.lost.push(`${name} was confirmed and is ${state}`)
      continue
    }
    const { entries } = await fetchZip(zipper.client, id)
    for (const file of world.zipped)
      if (entries[file.name] !== file.content) findings.lost.push(`${name} lacks ${file.name}`)
  }
  const { rows } = await database.pool.query<{ id: string }>('select id from zip_export where tree_id = $1', [
    world.treeId,
  ])
  if (rows.length > asked.length)
    findings.doubled.push(`${rows.length} zips are there, and ${asked.length} were asked for`)
  const told = await database.pool.query<{ subject_id: string; count: number }>(
    `select subject_id, count(*)::int as count from notification
     where subject_kind = 'zip_export' and subject_id = any($1) group by 1 having count(*) > 1`,
    [rows.map(({ id }) => id)],
  )
  for (const { subject_id, count } of told.rows)
    findings.doubled.push(`of zip ${subject_id} somebody is told ${count} times`)
  return findings
}
