import http from 'node:http'
import type { Program } from './program.ts'
import { median, medianRatio } from './statistics.ts'

/** One request of a measure; it must be answered with 200, unless it says otherwise. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers?: http.OutgoingHttpHeaders
  readonly body?: string | Buffer
  readonly status?: number
}

/** Keeps connections to one server and sends calls over them. */
export class Caller {
  readonly #origin: URL
  readonly #agent: http.Agent

  constructor(origin: string, connections: number) {
    this.#origin = new URL(origin)
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Sends one call and keeps its answer. @throws when it is not of its status */
  async send(call: Call): Promise<Buffer> {
    const parts: Buffer[] = []
    await this.#exchange(call, (part) => parts.push(part))
    return Buffer.concat(parts)
  }

  /** Sends one call and only counts the bytes of its answer. @throws when it is not of its status */
  async count(call: Call): Promise<number> {
    let bytes = 0
    await this.#exchange(call, (part) => {
      bytes += part.length
    })
    return bytes
  }

  #exchange(
    { method, path, headers, body, status = 200 }: Call,
    onPart: (part: Buffer) => void,
  ): Promise<void> {
    const { hostname, port } = this.#origin
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { agent: this.#agent, hostname, port, method, path, headers: { ...headers, ...length } }
    return new Promise((resolve, reject) => {
      const request = http.request(options, (answer) => {
        answer.on('data', onPart)
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === status) resolve()
          else reject(new Error(`${method} ${path} was answered with ${answer.statusCode}.`))
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Takes each of the items in turn, several at a time. */
export async function inParallel<Item>(
  workers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}

/** One of the two things that are compared: calls to a server, again and again. */
export interface Side {
  readonly program: Program
  readonly calls: readonly Call[]
}

export interface SideFigures {
  /** Answers a second, the median of all rounds. */
  readonly perSecond: number
  /** Processor time of the server for one answer, in milliseconds. */
  readonly cpuMs: number
}

export interface Comparison {
  readonly ours: SideFigures
  readonly floor: SideFigures
  readonly ratio: number
}

export interface CompareOptions {
  readonly rounds: number
  /** How long each side works in each round. */
  readonly milliseconds: number
}

/** Concurrent calls: enough to keep a server busy. */
const CONNECTIONS = 4

/** Lets both sides work in turn, one round after the other, and compares how much they get done. */
export async function compare(
  ours: Side,
  floor: Side,
  { rounds, milliseconds }: CompareOptions,
): Promise<Comparison> {
  const [left, right] = [new Runner(ours), new Runner(floor)]
  try {
    // Until the compiler of both servers has seen the calls.
    for (const runner of [left, right]) await runner.run(milliseconds * 4)
    left.forget()
    right.forget()
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? [left, right] : [right, left]
      for (const runner of order) await runner.run(milliseconds)
    }
    return {
      ours: left.figures(),
      floor: right.figures(),
      ratio: medianRatio(left.rates, right.rates),
    }
  } finally {
    left.close()
    right.close()
  }
}

class Runner {
  readonly #side: Side
  readonly #caller: Caller
  #next = 0
  #answers = 0
  #cpuMs = 0
  rates: number[] = []

  constructor(side: Side) {
    this.#side = side
    this.#caller = new Caller(side.program.origin, CONNECTIONS)
  }

  async run(milliseconds: number): Promise<void> {
    const { program, calls } = this.#side
    const before = await program.usage()
    const began = performance.now()
    let answers = 0
    const worker = async () => {
      while (performance.now() - began < milliseconds) {
        const call = calls[this.#next % calls.length]
        if (!call) throw new RangeError('A side needs calls.')
        this.#next += 1
        await this.#caller.send(call)
        answers += 1
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, worker))
    this.rates.push(answers / ((performance.now() - began) / 1000))
    this.#answers += answers
    this.#cpuMs += (await program.usage()).cpuMs - before.cpuMs
  }

  forget(): void {
    this.rates = []
    this.#answers = 0
    this.#cpuMs = 0
  }

  figures(): SideFigures {
    return { perSecond: median(this.rates), cpuMs: this.#cpuMs / this.#answers }
  }

  close(): void {
    this.#caller.close()
  }
}
