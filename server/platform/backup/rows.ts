import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { columnList, type StoredTable, sqlName } from './catalog.ts'
import { copyOut } from './copy.ts'
import { DamagedError } from './errors.ts'
import type { Fill } from './place.ts'

/**
 * The rows of a backup are one stream, compressed: for each table a header, blocks of rows as COPY writes them, and an end.
 * Each part has a byte that says what it is, and four for its length.
 */
const TABLE = 0x54
const BLOCK = 0x44
const END = 0x45
const PART_HEAD = 5
const MAX_PART = 2 ** 31
/** Of compression: the fastest, which makes rows a fifth as long. */
const LEVEL = 1

/** What a backup says of the rows of a table. */
export interface TableRows extends StoredTable {
  rows: number
  /** SHA-256 of what COPY wrote. */
  sha256: string
}

type Write = (chunk: Buffer) => Promise<void>

const partHead = (kind: number, length: number): Buffer => {
  const head = Buffer.alloc(PART_HEAD)
  head[0] = kind
  head.writeUInt32BE(length, 1)
  return head
}

/** Runs what is written through a stream that changes it. */
async function through(stream: Duplex, fill: Fill, write: Write): Promise<void> {
  let failure: { error: unknown } | undefined
  const reading = (async () => {
    for await (const chunk of stream as AsyncIterable<Buffer>) await write(chunk)
  })().catch((error: unknown) => {
    // Whichever side fails first says why.
    failure ??= { error }
    stream.destroy()
  })
  try {
    await fill(async (chunk) => {
      if (!failure && !stream.write(chunk)) await Promise.race([once(stream, 'drain'), reading])
      if (failure) throw failure.error
    })
    stream.end()
  } catch (error) {
    failure ??= { error }
    stream.destroy()
  }
  await reading
  if (failure) throw failure.error
}

/** Takes the rows of tables, one table after the other. */
export interface RowsReader {
  table(schema: string, name: string): Promise<void>
  block(rows: Buffer): Promise<void>
  end(): Promise<void>
}

/**
 * Hands over the rows of tables as their transaction sees them.
 * @returns what was read of each table
 */
export async function passRows(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
  reader: RowsReader,
): Promise<TableRows[]> {
  const passed: TableRows[] = []
  for (const table of tables) {
    const hash = createHash('sha256')
    await reader.table(table.schema, table.name)
    const text = `copy ${sqlName(table)} (${columnList(table.columns)}) to stdout`
    const rows = await copyOut(client, text, async (block) => {
      hash.update(block)
      await reader.block(block)
    })
    await reader.end()
    passed.push({ ...table, rows, sha256: hash.digest('hex') })
  }
  return passed
}

/** Writes the rows of tables; see passRows. */
export async function writeRows(
  client: pg.ClientBase,
  tables: readonly StoredTable[],
  write: Write,
): Promise<TableRows[]> {
  let passed: TableRows[] = []
  const fill: Fill = async (take) => {
    passed = await passRows(client, tables, {
      table: async (schema, name) => {
        const header = Buffer.from(JSON.stringify([schema, name]))
        await take(Buffer.concat([partHead(TABLE, header.length), header]))
      },
      block: async (rows) => {
        await take(partHead(BLOCK, rows.length))
        await take(rows)
      },
      end: () => take(partHead(END, 0)),
    })
  }
  await through(createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }), fill, write)
  return passed
}

/** Reads what writeRows wrote. @throws DamagedError for what it did not write */
export async function readRows(fill: Fill, reader: RowsReader): Promise<void> {
  const parse = partsOf(reader)
  try {
    await through(createZstdDecompress(), fill, parse.write)
  } catch (error) {
    throw isCompression(error) ? new DamagedError(false, { cause: error }) : error
  }
  parse.finish()
}

const isCompression = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ZSTD_)/.test(String(error.code))

function partsOf(reader: RowsReader) {
  let head = Buffer.alloc(0)
  let kind = 0
  let part: Buffer | undefined
  let filled = 0
  const take = async (content: Buffer) => {
    if (kind === BLOCK) return reader.block(content)
    if (kind === END) return reader.end()
    const [schema, name] = JSON.parse(content.toString('utf8')) as [string, string]
    await reader.table(schema, name)
  }
  return {
    async write(chunk: Buffer): Promise<void> {
      let from = 0
      while (from < chunk.length) {
        if (!part) {
          const more = chunk.subarray(from, from + PART_HEAD - head.length)
          head = Buffer.concat([head, more])
          from += more.length
          if (head.length < PART_HEAD) return
          kind = head[0] ?? 0
          const length = head.readUInt32BE(1)
          if (![TABLE, BLOCK, END].includes(kind) || length > MAX_PART) throw new DamagedError(false)
          part = Buffer.allocUnsafeSlow(length)
          filled = 0
          head = Buffer.alloc(0)
        }
        const copied = chunk.copy(part, filled, from)
        filled += copied
        from += copied
        if (filled < part.length) return
        const whole = part
        part = undefined
        await take(whole)
      }
    },
    /** @throws DamagedError in the middle of a part */
    finish(): void {
      if (part || head.length > 0) throw new DamagedError(false)
    },
  }
}

/** Counts and hashes rows as they pass, and compares them with what the backup says. */
export class RowsCheck implements RowsReader {
  readonly #expected: readonly TableRows[]
  #next = 0
  #rows = 0
  #hash: Hash = createHash('sha256')

  constructor(expected: readonly TableRows[]) {
    this.#expected = expected
  }

  async table(schema: string, name: string): Promise<void> {
    const expected = this.#expected[this.#next]
    if (expected?.schema !== schema || expected.name !== name) throw new DamagedError(false)
    this.#rows = 0
    this.#hash = createHash('sha256')
  }
  async block(rows: Buffer): Promise<void> {
    this.#hash.update(rows)
    // In text each row is a line, and a line break in a value is written otherwise.
    for (let at = rows.indexOf(0x0a); at >= 0; at = rows.indexOf(0x0a, at + 1)) this.#rows += 1
  }
  async end(): Promise<void> {
    const expected = this.#expected[this.#next]
    if (expected?.rows !== this.#rows || expected.sha256 !== this.#hash.digest('hex'))
      throw new DamagedError(false)
    this.#next += 1
  }
  /** @throws DamagedError where tables did not come */
  finish(): void {
    if (this.#next !== this.#expected.length) throw new DamagedError(false)
  }
}
