import type { ThumbnailKind } from './frames.ts'
import { THUMBNAIL_LIMITS, type ThumbnailLimits } from './limits.ts'
import { type Ending, ProcessEnded, type Source, startProcess, type ThumbnailProcess } from './process.ts'

export interface ThumbnailInput {
  kind: ThumbnailKind
  /** Bytes. */
  size: number
  /** Gives exactly `size` bytes. */
  source: Source
}

/**
 * A WebP within 192 x 192 pixels; or none, since the file is UNREADABLE (damaged, encrypted, not what it seems), has
 * too many bytes (LARGE), or took what gives it the process more than it may have.
 */
export type ThumbnailResult = { image: Buffer } | { image: null; reason: 'UNREADABLE' | 'LARGE' | Ending }

export interface Thumbnailer {
  /**
   * Makes a thumbnail in a process of its own; one at a time, others wait.
   * @throws ThumbnailerClosed, ThumbnailerBroken, and the error of the source
   */
  make(input: ThumbnailInput): Promise<ThumbnailResult>
  /** Ends the process, whatever it is doing; nothing is made any more. */
  close(): void
}

/** The server is being stopped. */
export class ThumbnailerClosed extends Error {
  override name = 'ThumbnailerClosed'
}

/** The process does not even start, which is no file's fault. */
export class ThumbnailerBroken extends Error {
  override name = 'ThumbnailerBroken'
}

/**
 * Opens what people have uploaded where it can do no harm: in a process that holds no secret, reaches no file, and is
 * killed when it takes too long or too much memory. It is started with the first file, replaced after a failure and
 * after some files, and ended when there is nothing to do.
 */
export function createThumbnailer(limits: ThumbnailLimits = THUMBNAIL_LIMITS): Thumbnailer {
  let current: { process: Promise<ThumbnailProcess>; files: number } | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const end = (): void => {
    current?.process.then((running) => running.kill()).catch(() => {})
    current = undefined
  }
  const running = async (): Promise<ThumbnailProcess> => {
    if (current && current.files >= limits.filesPerProcess) end()
    current ??= { process: startProcess(limits), files: 0 }
    current.files += 1
    try {
      return await current.process
    } catch (error) {
      throw new ThumbnailerBroken('The process that makes thumbnails does not start.', { cause: error })
    }
  }
  const makeOne = async ({ kind, size, source }: ThumbnailInput): Promise<ThumbnailResult> => {
    if (closed) throw new ThumbnailerClosed()
    if (size > limits.inputBytes) return { image: null, reason: 'LARGE' }
    if (size === 0) return { image: null, reason: 'UNREADABLE' }
    clearTimeout(idle)
    try {
      const image = await (await running()).give(kind, size, source)
      return isWebp(image) ? { image } : { image: null, reason: 'UNREADABLE' }
    } catch (error) {
      end()
      if (closed) throw new ThumbnailerClosed()
      if (error instanceof ProcessEnded) return { image: null, reason: error.ending }
      throw error
    } finally {
      idle = setTimeout(end, limits.idleMs).unref()
    }
  }

  return {
    make(input) {
      const made = last.then(() => makeOne(input))
      last = made.catch(() => {})
      return made
    },
    close() {
      closed = true
      clearTimeout(idle)
      end()
    },
  }
}

/** What comes out of the process is believed no more than what went in. */
const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
