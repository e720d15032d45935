import { setTimeout as sleep } from 'node:timers/promises'
import type { Announced, Room } from '../../room.ts'
import { TestSocket } from '../../sockets.ts'
import { SUBMIT } from '../../zips.ts'
import { contentOf, sha256 } from '../content.ts'
import { ask, change, failureOf } from './asking.ts'
import { type Ledger, now } from './ledger.ts'
import type { KnownFile, World } from './world.ts'

/** What each client works with. */
export interface Load {
  readonly world: World
  readonly ledger: Ledger
  /** Whether it shall end. */
  isOver(): boolean
}

const memberOf = ({ team }: World, at: number): Room => {
  const member = team[at % team.length]
  if (!member) throw new RangeError('There is nobody in the deal team.')
  return member
}

const ANNOUNCE = `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
  documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url version file { id name } } }
}`
const CONFIRM = `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
  documentsConfirmUploads(treeId: $treeId, uploads: $uploads) { files { id name } failedIds }
}`

/** One in so many uploads is never confirmed, so that nobody may see it. */
const UNCONFIRMED_EACH = 6
/** Bytes. */
const SMALLEST = 2000
const LARGEST = 200_000

/** By which an upload is found that nobody confirmed. */
export const ANNOUNCED = 'announced'

/** Uploads one file after the other. */
export async function uploader({ world, ledger, isOver }: Load, own: number): Promise<void> {
  const room = memberOf(world, own)
  for (let number = 0; !isOver(); number += 1) {
    await sleep(250)
    const seed = own * 100_000 + number
    const bytes = contentOf(seed, SMALLEST + ((seed * 7919) % (LARGEST - SMALLEST)))
    const name = `Upload ${own}-${number}.bin`
    const files = [{ name, size: bytes.length, parentId: world.folders.uploads }]
    const announced = await change<{ uploads: Announced[] }>(ledger, null, room.client, ANNOUNCE, {
      treeId: room.treeId,
      files,
    })
    const upload = announced?.uploads[0]
    if (!upload) continue
    const begun = now()
    const put = () =>
      room.put(upload, bytes).then(
        (answer) => answer.status,
        () => 0,
      )
    // As browsers do where a connection that they have used before ends without an answer, as at the reload of a balancer.
    const status = (await put()) || (await put())
    ledger.went(`uploader ${own}`, begun, status === 200)
    if (status !== 200) {
      ledger.failed(`PUT ${status}`)
      continue
    }
    const isLeft = number % UNCONFIRMED_EACH === UNCONFIRMED_EACH - 1
    if (isLeft) {
      const entry = ledger.ask('uploads', name, { id: upload.file.id, value: ANNOUNCED })
      ledger.tell(entry, 'none')
      continue
    }
    const entry = ledger.ask('uploads', name, { id: upload.file.id, value: sha256(bytes) })
    const uploads = [{ version: upload.version, documentId: upload.file.id }]
    const confirmed = await change<{ files: { id: string }[] }>(ledger, entry, room.client, CONFIRM, {
      treeId: room.treeId,
      uploads,
    })
    // Named among those that failed: the answer says that it is not there.
    if (confirmed && confirmed.files.length === 0) ledger.tell(entry, 'none')
  }
}

export const SOCKET_CLOSED = 'socket closed'

/** Writes comments, each once: what is not confirmed when the socket breaks is not sent again. */
export async function commenter({ world, ledger, isOver }: Load, own: number): Promise<void> {
  const { client } = memberOf(world, own)
  let number = 0
  while (!isOver()) {
    const socket = new TestSocket(client, world.commentsAt)
    let isOpen = true
    void socket.closed.then(() => {
      isOpen = false
    })
    const waiting = new Map<string, ReturnType<Ledger['ask']>>()
    socket.socket.on('message', () => {
      for (const { comment, id } of socket.comments) {
        const entry = waiting.get(comment)
        if (!entry) continue
        waiting.delete(comment)
        ledger.tell(entry, 'confirmed', id)
      }
      socket.messages.length = 0
    })
    await Promise.race([
      new Promise((resolve) => socket.socket.once('open', resolve)),
      socket.closed,
      sleep(5000),
    ])
    while (isOpen && socket.socket.readyState === 1 && !isOver()) {
      const text = `Comment ${own}-${number} of ${world.portfolioId}`
      number += 1
      waiting.set(text, ledger.ask('comments', text))
      socket.send(text, world.item)
      await sleep(700)
    }
    if (isOver()) await sleep(1000)
    if (!isOver()) ledger.failed(SOCKET_CLOSED)
    socket.close()
    await sleep(500)
  }
}

/** Asks questions into a log of its own. */
export async function asker({ world, ledger, isOver }: Load, own: number): Promise<void> {
  const { client } = memberOf(world, own)
  const logId = world.logs[own % world.logs.length] ?? ''
  for (let number = 0; !isOver(); number += 1) {
    await sleep(600)
    const entry = ledger.ask('questions', `Question ${own}-${number}`, { value: logId })
    const asked = await change<{ question: { id: string } }>(
      ledger,
      entry,
      client,
      'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
      { logId },
    )
    if (asked) ledger.tell(entry, 'confirmed', asked.question.id)
  }
}

/** Milliseconds for which a file is left alone of which nobody said what became of it: it may still happen. */
const LEFT_ALONE_MS = 20_000

/** Files in turn, without those that are left alone. */
class Turns {
  readonly #files: readonly KnownFile[]
  readonly #leftUntil = new Map<string, number>()
  #at = 0

  constructor(files: readonly KnownFile[]) {
    this.#files = files
  }

  next(): KnownFile | undefined {
    this.#at += 1
    const file = this.#files[this.#at % this.#files.length]
    return file && now() >= (this.#leftUntil.get(file.id) ?? 0) ? file : undefined
  }

  leaveAlone({ id }: KnownFile): void {
    this.#leftUntil.set(id, now() + LEFT_ALONE_MS)
  }
}

/** Moves files to and fro between two folders. */
export async function mover({ world, ledger, isOver }: Load, own: number): Promise<void> {
  const room = memberOf(world, own)
  const { here, there } = world.folders
  const turns = new Turns(world.moved)
  const lies = new Map<string, string>(world.moved.map(({ id }) => [id, here]))
  while (!isOver()) {
    await sleep(500)
    const file = turns.next()
    if (!file) continue
    const to = lies.get(file.id) === here ? there : here
    const entry = ledger.ask('moves', file.name, { id: file.id, value: to })
    await change(
      ledger,
      entry,
      room.client,
      `mutation($treeId: ID!, $to: ID!, $id: ID!) {
        move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: [$id]) { documents { id } }
      }`,
      { treeId: room.treeId, to, id: file.id },
    )
    if (entry.told === 'unknown') turns.leaveAlone(file)
    // Where it was refused it lies there already.
    lies.set(file.id, to)
  }
}

export const PERMIT = `mutation($treeId: ID!, $id: ID!, $on: Boolean!) {
  updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $on) { documents { id } }
}`
export const OPEN = 'open'
export const CLOSED = 'closed'

/** Closes files to the rival and opens them again. */
export async function permitter({ world, ledger, isOver }: Load, own: number): Promise<void> {
  const room = memberOf(world, own)
  const turns = new Turns(world.closed)
  while (!isOver()) {
    await sleep(500)
    const file = turns.next()
    if (!file) continue
    const isClosing = !isClosed(ledger, file.id)
    const entry = ledger.ask('permissions', file.name, { id: file.id, value: isClosing ? CLOSED : OPEN })
    const id = `${file.id}:${world.rivalGroup}`
    await change(ledger, entry, room.client, PERMIT, { treeId: room.treeId, id, on: !isClosing })
    if (entry.told === 'unknown') turns.leaveAlone(file)
  }
}

/** Whether the last that was confirmed of a file closed it, and nothing after it may have opened it. */
export const isClosed = (ledger: Ledger, id: string): boolean => closedSince(ledger, id) !== null

/** Since when a file is closed for certain; null where it may be open. */
export function closedSince(ledger: Ledger, id: string): number | null {
  const [last] = ledger
    .of('permissions')
    .filter((entry) => entry.id === id && entry.told !== 'none')
    .slice(-1)
  return last?.value === CLOSED && last.told === 'confirmed' ? last.toldAt : null
}

/** Looks all the time for what is closed to it. */
export async function rival({ world, ledger, isOver }: Load): Promise<void> {
  const room = world.rival
  while (!isOver()) {
    await sleep(300)
    const begun = now()
    const listed = await room.list(world.folders.closed).catch(() => [])
    for (const { id, name } of listed) {
      const since = closedSince(ledger, id)
      if (since !== null && since < begun) ledger.seen.exposed.push(`${name} was listed after it was closed`)
    }
    for (const { id, name } of world.closed) {
      if (!isClosed(ledger, id)) continue
      const at = now()
      const wasFetched = await room.download(id).then(
        () => true,
        () => false,
      )
      const since = closedSince(ledger, id)
      if (wasFetched && since !== null && since < at)
        ledger.seen.exposed.push(`${name} was fetched after it was closed`)
    }
    const hidden = ledger.entries.filter(({ value }) => value === ANNOUNCED).at(-1)
    if (!hidden) continue
    const given = await ask(
      room.client,
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { name } }',
      { treeId: room.treeId, id: hidden.id },
    )
    if ('answer' in given && given.answer.data?.document)
      ledger.seen.exposed.push(`${hidden.name} was shown before it was confirmed`)
  }
}

/** Reads folders and files, several a second, and measures for how long it can't. */
export async function reader({ world, ledger, isOver }: Load, own: number): Promise<void> {
  const room = world.readers[own % world.readers.length]
  if (!room) return
  for (let number = 0; !isOver(); number += 1) {
    await sleep(200)
    const begun = now()
    const listed = await ask(
      room.client,
      `query($treeId: ID!, $id: ID!) {
        document(treeId: $treeId, documentId: $id) { childCount children(limit: 50, offset: 0) { id name } }
      }`,
      { treeId: room.treeId, id: world.folders.uploads },
    )
    const isWell = 'answer' in listed && listed.answer.errors.length === 0
    if (!isWell) ledger.failed(`read ${failureOf(listed)}`)
    ledger.went(`reader ${own}`, begun, isWell)
    if (number % 3 !== 0) continue
    const known = ledger.of('uploads').filter(({ told }) => told === 'confirmed')
    const entry = known[Math.floor(Math.random() * known.length)]
    if (!entry) continue
    const got = await room.download(entry.id).catch((error: Error) => error)
    if (got instanceof Error) ledger.failed('download failed')
    else if (got.sha256 !== entry.value) ledger.seen.lost.push(`${entry.name} was read with other bytes`)
  }
}

/** Asks for a zip of the same files, again and again, as often as anybody may. */
export async function zipper({ world, ledger, isOver }: Load): Promise<void> {
  const room = world.zipper
  const documentIds = world.zipped.map(({ id }) => id)
  let next = 0
  for (let number = 0; !isOver(); ) {
    await sleep(200)
    if (now() < next) continue
    next = now() + 7000
    const entry = ledger.ask('zips', `Zip ${number}`)
    number += 1
    const asked = await change<{ zipExport: { id: string } | null }>(ledger, entry, room.client, SUBMIT, {
      treeId: room.treeId,
      documentIds,
    })
    if (asked) ledger.tell(entry, 'confirmed', asked.zipExport?.id ?? '')
  }
}
