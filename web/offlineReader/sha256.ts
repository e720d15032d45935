// SHA-256 (FIPS 180-4) of a stream: what browsers have takes a whole file into memory, and files have gigabytes.

/** The first bits of the fractional parts of the roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found = new Uint32Array(count)
  for (let candidate = 2, at = 0; at < count; candidate += 1) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) isPrime &&= candidate % divisor !== 0
    if (!isPrime) continue
    const value = root(candidate)
    found[at] = (value - Math.floor(value)) * 2 ** 32
    at += 1
  }
  return found
}

const ROUNDS = fractions(64, Math.cbrt)
const START = fractions(8, Math.sqrt)
const BLOCK = 64

/** A hash that takes bytes one piece after the other. */
export interface Hash {
  update(bytes: Uint8Array): void
  /** In lower case hexadecimal. */
  digest(): string
}

export function createSha256(): Hash {
  const state = START.slice()
  const words = new Uint32Array(64)
  const rest = new Uint8Array(BLOCK)
  let waiting = 0
  let total = 0

  const compress = (view: DataView, at: number): void => {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4)
    for (let i = 16; i < 64; i += 1) {
      const early = words[i - 15] as number
      const late = words[i - 2] as number
      const one = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
      const two = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
      words[i] = ((words[i - 16] as number) + one + (words[i - 7] as number) + two) | 0
    }
    let a = state[0] as number
    let b = state[1] as number
    let c = state[2] as number
    let d = state[3] as number
    let e = state[4] as number
    let f = state[5] as number
    let g = state[6] as number
    let h = state[7] as number
    for (let i = 0; i < 64; i += 1) {
      const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const one = (h + sum1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (words[i] as number)) | 0
      const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    state[0] = (state[0] as number) + a
    state[1] = (state[1] as number) + b
    state[2] = (state[2] as number) + c
    state[3] = (state[3] as number) + d
    state[4] = (state[4] as number) + e
    state[5] = (state[5] as number) + f
    state[6] = (state[6] as number) + g
    state[7] = (state[7] as number) + h
  }

  const update = (bytes: Uint8Array): void => {
    total += bytes.length
    let at = 0
    if (waiting > 0) {
      at = Math.min(BLOCK - waiting, bytes.length)
      rest.set(bytes.subarray(0, at), waiting)
      waiting += at
      if (waiting < BLOCK) return
      compress(new DataView(rest.buffer), 0)
      waiting = 0
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(view, at)
    rest.set(bytes.subarray(at))
    waiting = bytes.length - at
  }

  return {
    update,
    digest: () => {
      const bits = total * 8
      const padding = new Uint8Array((waiting < 56 ? 56 : 120) - waiting + 8)
      padding[0] = 0x80
      const view = new DataView(padding.buffer)
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
      view.setUint32(padding.length - 4, bits % 2 ** 32)
      update(padding)
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
    },
  }
}

const PIECE = 4 * 1024 * 1024

/** The SHA-256 of a file, in lower case hexadecimal. @param onRead called with bytes as they are read */
export async function sha256OfFile(file: Blob, onRead?: (bytes: number) => void): Promise<string> {
  const hash = createSha256()
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
    hash.update(bytes)
    onRead?.(bytes.length)
  }
  return hash.digest()
}
