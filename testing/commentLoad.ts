import { setTimeout as sleep } from 'node:timers/promises'
import { addCategories, createChecklist } from '../server/modules/checklists/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../server/modules/projects/index.ts'
import { Client } from './client.ts'
import type { TestDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'
import { TestSocket } from './sockets.ts'

/** A checklist with people in its portfolio, each signed in. */
export interface CommentRoom {
  path: string
  itemIds: readonly string[]
  /** Session cookies of the people. */
  sessions: readonly string[]
  /** Of those among them whose comments are for everybody. */
  senders: readonly string[]
}

/** People of the deal team, where there are several parties: enough for what one of them may send. */
const SENDERS = 5

/**
 * @param address of a server that works on that database
 * @param parties those that the people are of, in turn (QA-40); where they are several, the deal team writes to them
 */
export async function commentRoom(
  database: TestDatabase,
  address: string,
  people: number,
  parties = 1,
): Promise<CommentRoom> {
  const make = factories(database)
  const organisationId = await make.organisation()
  const { id: portfolioId } = await make.portfolio({ organisationId })
  const groupOf = (role: string) => make.group({ organisationId, role, portfolioIds: [portfolioId] })
  const groups = await Promise.all(Array.from({ length: parties }, () => groupOf('Viewer')))
  const checklist = await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('portfolio').set({ has_checklist: true }).where('id', '=', portfolioId).execute()
    await insertProjects(tx, [
      { ...NOTHING_KNOWN, name: 'Site', organisationId, portfolioIds: [portfolioId] },
    ])
    const id = await createChecklist(tx, { portfolioId, name: 'Closing', isActive: true })
    const children = Array.from({ length: 40 }, (_, at) => ({ name: `Row ${at}` }))
    await addCategories(tx, id, [{ name: 'Category', children }])
    return id
  })
  const { rows } = await database.pool.query<{ id: string }>(
    'select id::text from checklist_item where checklist_id = $1 order by id offset 1',
    [checklist],
  )
  const join = async (name: string, group: string): Promise<string> => {
    const email = `${name}.${checklist}@load.example`
    await make.member(group, await make.person({ email, password: PASSWORD }))
    const client = new Client(address)
    await client.signIn(email, PASSWORD)
    return client.cookie('sessionid') ?? ''
  }
  const sessions: string[] = []
  for (let number = 0; number < people; number += 1) {
    sessions.push(await join(`commenter${number}`, groups[number % parties] ?? ''))
  }
  const senders: string[] = []
  const team = parties > 1 ? await groupOf('Deal Room Admin') : ''
  for (let number = 0; team !== '' && number < SENDERS; number += 1) {
    senders.push(await join(`sender${number}`, team))
  }
  return {
    path: `/ws/comments/${portfolioId}/${checklist}/`,
    itemIds: rows.map(({ id }) => id),
    // First, so that among few sockets there are senders, too.
    sessions: [...senders, ...sessions],
    senders: senders.length > 0 ? senders : sessions,
  }
}

/** Milliseconds until a socket that was closed is opened again. */
const REOPEN_MS = 1000

/** One page: comes back to a server that still answers, and sends again what was not confirmed. */
class LivePage {
  /** By the texts of the comments: how often each came, the openings after a reconnect apart. */
  readonly live = new Map<string, number>()
  /** Every text that came, by whichever way. */
  readonly known = new Map<string, string>()
  reconnects = 0
  #socket: TestSocket | undefined
  readonly #unconfirmed = new Map<string, string>()
  readonly #addresses: readonly string[]
  readonly #room: CommentRoom
  readonly session: string
  readonly #onComment: (text: string) => void
  #at: number
  /** Whether it knows what is stored: before, nobody can tell whether a comment has to be sent again. */
  #isOpen = false
  #ended = false

  constructor(
    room: CommentRoom,
    {
      addresses,
      at,
      session,
      onComment,
    }: {
      addresses: readonly string[]
      at: number
      session: string
      onComment: (text: string) => void
    },
  ) {
    this.#room = room
    this.#addresses = addresses
    this.#at = at
    this.session = session
    this.#onComment = onComment
  }

  async open(): Promise<void> {
    const client = new Client(this.#addresses[this.#at % this.#addresses.length] ?? '')
    client.setCookie('sessionid', this.session)
    const socket = new TestSocket(client, this.#room.path)
    this.#socket = socket
    let isOpening = true
    socket.socket.on('message', () => {
      const message = socket.messages.splice(0).at(-1)
      for (const { id, comment } of Object.values(message?.comments ?? {}).flat()) {
        this.#unconfirmed.delete(comment)
        if (isOpening) {
          this.known.set(comment, id)
          continue
        }
        this.live.set(comment, (this.live.get(comment) ?? 0) + 1)
        if (!this.known.has(comment)) this.#onComment(comment)
        this.known.set(comment, id)
      }
      if (isOpening) {
        isOpening = false
        this.#isOpen = true
        for (const [text, itemId] of this.#unconfirmed) socket.send(text, itemId)
      }
    })
    void socket.closed.then(async () => {
      this.#isOpen = false
      if (this.#ended) return
      this.reconnects += 1
      this.#at += 1
      await sleep(REOPEN_MS)
      if (!this.#ended) await this.open()
    })
    const until = Date.now() + 10_000
    while (isOpening && Date.now() < until) await sleep(5)
  }

  send(text: string, itemId: string): void {
    this.#unconfirmed.set(text, itemId)
    if (this.#isOpen && this.#socket?.socket.readyState === 1) this.#socket.send(text, itemId)
  }

  close(): void {
    this.#ended = true
    this.#socket?.close()
  }
}

export interface LoadOptions {
  addresses: readonly string[]
  sockets: number
  perSecond: number
  seconds: number
  /** Called in the middle of it. */
  halfway?: () => Promise<void>
}

export interface LoadResult {
  sent: number
  /** Milliseconds from sending to each socket, in order. */
  delays: number[]
  /** Texts that a socket lacks in the end, over all sockets. */
  lost: number
  /** Texts that came to a socket more than once while it was open. */
  doubled: number
  reconnects: number
}

/** Comments by all people in turn, to pages that are open at all servers. */
export async function commentLoad(room: CommentRoom, options: LoadOptions): Promise<LoadResult> {
  const { addresses, sockets, perSecond, seconds } = options
  const begun = new Map<string, number>()
  const delays: number[] = []
  const onComment = (text: string) => {
    const at = begun.get(text)
    if (at !== undefined) delays.push(performance.now() - at)
  }
  const pages = Array.from(
    { length: sockets },
    (_, at) =>
      new LivePage(room, {
        addresses,
        at,
        // People of both servers: a person's pages are spread over them.
        session: room.sessions[Math.floor(at / addresses.length) % room.sessions.length] ?? '',
        onComment,
      }),
  )
  const senders = pages.filter(({ session }) => room.senders.includes(session))
  try {
    for (let from = 0; from < pages.length; from += 20) {
      await Promise.all(pages.slice(from, from + 20).map((page) => page.open()))
    }
    const total = perSecond * seconds
    const start = performance.now()
    let half: Promise<void> | undefined
    for (let number = 0; number < total; number += 1) {
      const due = start + (number * 1000) / perSecond - performance.now()
      if (due > 0) await sleep(due)
      const text = `Comment ${number}`
      begun.set(text, performance.now())
      senders[number % senders.length]?.send(text, room.itemIds[number % room.itemIds.length] ?? '')
      if (number === Math.floor(total / 2)) half = options.halfway?.()
    }
    await half
    const until = Date.now() + 20_000
    const lost = () => pages.reduce((sum, page) => sum + (total - page.known.size), 0)
    while (lost() > 0 && Date.now() < until) await sleep(50)
    return {
      sent: total,
      delays: delays.toSorted((one, other) => one - other),
      lost: lost(),
      doubled: pages.reduce(
        (sum, { live }) => sum + [...live.values()].filter((times) => times > 1).length,
        0,
      ),
      reconnects: pages.reduce((sum, page) => sum + page.reconnects, 0),
    }
  } finally {
    for (const page of pages) page.close()
  }
}
