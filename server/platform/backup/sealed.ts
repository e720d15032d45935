import { fork } from 'node:child_process'
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { countPackets } from '../collecting.ts'
import { DamagedError } from './errors.ts'

/**
 * How an item of a backup is encrypted (BACK-07): four bytes that name the format, a salt, then frames. Each frame is
 * encrypted and authenticated by itself (AES-256-GCM), by a key of its item that comes from the key of the place, the salt and
 * the item's name; its nonce counts it and says whether it is the last. So nothing can be changed, left out, cut off or put
 * under another name.
 */
const FORMAT = Buffer.from('HRB1')
const SALT_BYTES = 16
const TAG_BYTES = 16
const HEAD_BYTES = FORMAT.length + SALT_BYTES
/** Bytes of a frame before it is encrypted; the last one may be shorter, or empty. */
export const FRAME_BYTES = 256 * 1024
const CIPHER = 'aes-256-gcm'

/** What the key of a place comes from; N is the cost of one guess of its passphrase. */
export interface KeyCost {
  N: number
  r: number
  p: number
}

export const KEY_COST: KeyCost = { N: 131_072, r: 8, p: 1 }

/** What a key is derived from. */
export interface KeyOrder {
  passphrase: string
  /** In base64. */
  salt: string
  cost: KeyCost
}

const KEY_PROGRAM = path.join(import.meta.dirname, 'keyProcess.ts')

/**
 * The key of a place. It takes 128 MiB for a moment, which a process of its own has: beside all that a backup or a restore
 * needs that would be more than they may have (BACK-28).
 */
export async function keyOf(passphrase: string, salt: Buffer, cost: KeyCost): Promise<Buffer> {
  const child = fork(KEY_PROGRAM, { execArgv: [] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The key of the place could not be derived: the process ended with ${code}.`)
  })
  const order: KeyOrder = { passphrase: passphrase.normalize('NFC'), salt: salt.toString('base64'), cost }
  child.send(order)
  const [key] = (await Promise.race([once(child, 'message'), ended])) as [string]
  ended.catch(() => {})
  child.disconnect()
  return Buffer.from(key, 'base64')
}

/** A key for one purpose. */
export const keyFor = (key: Buffer, purpose: string, salt: Buffer | string = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `helioroom backup: ${purpose}`, 32))

/** Bytes that so many bytes have as an item. */
export const sealedBytes = (plain: number): number =>
  HEAD_BYTES + plain + TAG_BYTES * Math.max(1, Math.ceil(plain / FRAME_BYTES))

type Write = (chunk: Buffer) => Promise<void>

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts what it is given, frame by frame. */
export function sealer(key: Buffer, name: string, write: Write) {
  const salt = randomBytes(SALT_BYTES)
  const itemKey = createSecretKey(keyFor(key, `item ${name}`, salt))
  const frame = Buffer.allocUnsafeSlow(FRAME_BYTES)
  let filled = 0
  let number = 0
  const flush = async (isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, itemKey, nonceOf(number, isLast))
    const content = cipher.update(frame.subarray(0, filled))
    cipher.final()
    if (number === 0) await write(Buffer.concat([FORMAT, salt]))
    number += 1
    filled = 0
    await write(content)
    await write(cipher.getAuthTag())
    countPackets(content.length)
  }
  return {
    async write(chunk: Buffer): Promise<void> {
      for (let from = 0; from < chunk.length; ) {
        // A full frame waits for what follows, which says that it is not the last.
        if (filled === FRAME_BYTES) await flush(false)
        const to = Math.min(chunk.length, from + FRAME_BYTES - filled)
        chunk.copy(frame, filled, from, to)
        filled += to - from
        from = to
      }
    },
    async end(): Promise<void> {
      await flush(true)
      countPackets(FRAME_BYTES)
    },
  }
}

const SEALED_FRAME = FRAME_BYTES + TAG_BYTES

/**
 * Decrypts what it is given, and hands over only what is authentic. A chunk's memory is used again.
 * @throws DamagedError
 */
export function opener(key: Buffer, name: string, write: Write) {
  const head = Buffer.alloc(HEAD_BYTES)
  let headFilled = 0
  let itemKey: KeyObject | undefined
  const frame = Buffer.allocUnsafeSlow(SEALED_FRAME)
  let filled = 0
  let number = 0
  const open = async (isLast: boolean) => {
    if (!itemKey || filled < TAG_BYTES) throw new DamagedError(false)
    const decipher = createDecipheriv(CIPHER, itemKey, nonceOf(number, isLast))
    decipher.setAuthTag(frame.subarray(filled - TAG_BYTES, filled))
    const content = decipher.update(frame.subarray(0, filled - TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw new DamagedError(false, { cause })
    }
    number += 1
    filled = 0
    if (content.length > 0) await write(content)
    countPackets(content.length)
  }
  return {
    async write(chunk: Buffer): Promise<void> {
      let from = 0
      if (headFilled < HEAD_BYTES) {
        from = chunk.copy(head, headFilled, 0, HEAD_BYTES - headFilled)
        headFilled += from
        if (headFilled < HEAD_BYTES) return
        if (!head.subarray(0, FORMAT.length).equals(FORMAT)) throw new DamagedError(false)
        itemKey = createSecretKey(keyFor(key, `item ${name}`, head.subarray(FORMAT.length)))
      }
      while (from < chunk.length) {
        if (filled === SEALED_FRAME) await open(false)
        const to = Math.min(chunk.length, from + SEALED_FRAME - filled)
        chunk.copy(frame, filled, from, to)
        filled += to - from
        from = to
      }
    },
    async end(): Promise<void> {
      await open(true)
      countPackets(SEALED_FRAME)
    },
  }
}
