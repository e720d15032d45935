import { pause } from '../../place/pause.ts'
import type { PageSize } from '../pdf/turn.ts'
import type { DocumentPagesQuery } from './operations.generated.ts'

type Answer = DocumentPagesQuery['documentPages']

/** Asks for a part of the pages, of the same opening where one is named. @throws what the server or the network says */
export type AskPages = (asked: {
  openingId: string | null
  offset: number
  limit: number
  width: number
}) => Promise<Answer>

/** Asks for the addresses of some pages for paper, as above; null where they may not be printed. */
export type AskPrints = (asked: {
  openingId: string
  offset: number
  limit: number
}) => Promise<readonly (string | null)[]>

/** Pixels that pictures of pages are wide (PAGE-13), without those for small lists. */
const WIDTHS = [800, 1200, 1600, 2400] as const

/** The narrowest picture that fills so many pixels. */
export const pictureWidth = (pixels: number): number =>
  WIDTHS.find((width) => width >= pixels) ?? WIDTHS[WIDTHS.length - 1] ?? 2400

/** Pages whose addresses are asked for together. */
const BLOCK = 20
/** Milliseconds for which an address is used; it is good for ten minutes. */
const FRESH_MS = 9 * 60_000
/** Milliseconds after which a page is asked for once more where the server says nothing about it. */
const RETRY_MS = 5000
/** Milliseconds until pages that are being made are asked for again. */
const WAIT_MS = 1000

/** Why a page has no picture. */
export type PictureProblem =
  /** It can't be drawn. */
  | { kind: 'failed' }
  /** Nobody is given it any more. */
  | { kind: 'lost' }
  /** It may no longer be printed. */
  | { kind: 'unprinted' }
  /** Not yet: it is asked for again after so many milliseconds, and `text` says why where the person should know. */
  | { kind: 'later'; afterMs: number; text: string | null }

/** A page's picture, as an address of this browser, or why there is none. */
export type Picture = { src: string } | PictureProblem

/** The pages of one opening: how large they are, and their pictures, which are asked for as they come near the view. */
export interface PageSource {
  readonly openingId: string
  readonly count: number
  /** What the pages leave out or show otherwise, in sentences (PAGE-07). */
  readonly remarks: readonly string[]
  /** Known by then; others are taken to be like the first. */
  sizeOf(index: number): PageSize
  /** Its words, where they are given and known by then (PAGE-22). */
  wordsOf(index: number): string | null
  /** Asks for a picture. @throws where it was given up */
  picture(index: number, width: number, signal: AbortSignal): Promise<Picture>
  /** The same for paper, with the code of a print. @throws where it was given up */
  print(index: number, signal: AbortSignal): Promise<Picture>
}

/** The pages are known, or there are none, and why. */
export type OpenedSource = { source: PageSource } | { reason: string }

/**
 * Opens a file's pages, and waits until they are known.
 * @param onSizes tells that more sizes are known
 * @throws what the server or the network says
 */
export async function openPages(
  ask: AskPages,
  askPrints: AskPrints,
  onSizes: () => void,
  signal: AbortSignal,
): Promise<OpenedSource> {
  let openingId: string | null = null
  for (;;) {
    const answer: Answer = await ask({ openingId, offset: 0, limit: BLOCK, width: pictureWidth(1200) })
    signal.throwIfAborted()
    openingId = answer.openingId
    if (answer.state === 'READY') return { source: createSource(ask, askPrints, answer, onSizes) }
    if (answer.state === 'NONE') return { reason: answer.reason ?? '' }
    await pause(WAIT_MS, signal)
    signal.throwIfAborted()
  }
}

function createSource(ask: AskPages, askPrints: AskPrints, first: Answer, onSizes: () => void): PageSource {
  const { openingId } = first
  const sizes = new Map<number, PageSize>()
  const words = new Map<number, string>()
  /** Null where the level does not reach. */
  const addresses = new Map<string, { url: string | null; at: number }>()
  const asking = new Map<string, Promise<void>>()
  const keep = ({ pages }: Answer, width: number): void => {
    const known = sizes.size
    for (const page of pages) {
      sizes.set(page.number - 1, { width: page.width, height: page.height })
      if (page.text !== null) words.set(page.number - 1, page.text)
      addresses.set(`${page.number - 1} ${width}`, { url: page.url, at: Date.now() })
    }
    if (sizes.size > known) onSizes()
  }
  keep(first, pictureWidth(1200))

  /** The address of a picture, asked for with those around it. */
  const addressOf = async (key: string, index: number, read: (offset: number) => Promise<void>) => {
    const known = addresses.get(key)
    if (known?.url && Date.now() - known.at < FRESH_MS) return known.url
    const offset = index - (index % BLOCK)
    const block = key.replace(/^\d+/, String(offset))
    const asked = asking.get(block) ?? read(offset).finally(() => asking.delete(block))
    asking.set(block, asked)
    await asked
    return addresses.get(key)?.url
  }
  const pictureAt = async (
    key: string,
    index: number,
    signal: AbortSignal,
    read: (offset: number) => Promise<void>,
    withoutLevel: PictureProblem = { kind: 'lost' },
  ): Promise<Picture> => {
    const url = await addressOf(key, index, read)
    signal.throwIfAborted()
    if (url === undefined) return { kind: 'failed' }
    if (url === null) return withoutLevel
    const response = await fetch(url, { credentials: 'same-origin', signal })
    if (response.ok) return { src: URL.createObjectURL(await response.blob()) }
    // The next asking has a fresh address, or learns that there is none.
    addresses.delete(key)
    return problemOf(response, withoutLevel)
  }
  return {
    openingId,
    count: first.count ?? 0,
    remarks: first.remarks,
    sizeOf: (index) => sizes.get(index) ?? sizes.get(0) ?? { width: 612, height: 792 },
    wordsOf: (index) => words.get(index) ?? null,
    picture: (index, width, signal) =>
      pictureAt(`${index} ${width}`, index, signal, async (offset) =>
        keep(await ask({ openingId, offset, limit: BLOCK, width }), width),
      ),
    print: (index, signal) =>
      pictureAt(
        `${index} print`,
        index,
        signal,
        async (offset) => {
          for (const [at, url] of (await askPrints({ openingId, offset, limit: BLOCK })).entries()) {
            addresses.set(`${offset + at} print`, { url, at: Date.now() })
          }
        },
        { kind: 'unprinted' },
      ),
  }
}

/**
 * A picture, however long one has to wait for it.
 * @param onWait told in words why, where the person should know
 * @throws where it was given up, and what the network says
 */
export async function whenGiven(
  get: () => Promise<Picture>,
  signal: AbortSignal,
  onWait: (text: string | null) => void,
): Promise<{ src: string } | { kind: 'failed' | 'lost' | 'unprinted' }> {
  for (;;) {
    const picture = await get()
    if ('src' in picture) {
      if (signal.aborted) URL.revokeObjectURL(picture.src)
      signal.throwIfAborted()
      return picture
    }
    signal.throwIfAborted()
    if (picture.kind !== 'later') return picture
    onWait(picture.text)
    await pause(picture.afterMs, signal)
    signal.throwIfAborted()
  }
}

/** @param withoutLevel what it is where the level no longer reaches */
async function problemOf(response: Response, withoutLevel: PictureProblem): Promise<PictureProblem> {
  const { error } = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string }
  }
  const code = error?.code
  if (code === 'PAGE_FAILED') return { kind: 'failed' }
  if (code === 'ADDRESS_EXPIRED') return { kind: 'later', afterMs: 0, text: null }
  if (code === 'FORBIDDEN') return withoutLevel
  if (response.status === 401 || response.status === 403 || response.status === 404) return { kind: 'lost' }
  const seconds = Number(response.headers.get('Retry-After'))
  return {
    kind: 'later',
    afterMs: seconds > 0 ? seconds * 1000 : RETRY_MS,
    text: code === 'RATE_LIMITED' ? (error?.message ?? null) : null,
  }
}
