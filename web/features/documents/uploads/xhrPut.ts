import { type PutOptions, TransferFailure } from './port.ts'
import { reasons } from './reasons.ts'
import { transferFailure } from './transferAnswers.ts'

/** Silence in ms after which a transfer counts as lost: dead links may not be reported for a quarter of an hour. */
const STALLED_AFTER_MS = 5 * 60_000

/**
 * Sends the bare file to its address, taken as it is. XMLHttpRequest, since fetch tells nothing of what was
 * sent so far; it adds no header but those given, or the content type and the range, and, across origins, no credentials.
 * @throws TransferFailure with the reason, or the signal's reason when aborted
 */
export function xhrPut(
  url: string,
  file: Blob,
  { contentType, signal, onProgress, from, headers }: PutOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout> | undefined

    const end = (settle: () => void) => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => {
      end(() => reject(signal.reason))
      request.abort()
    }
    const watch = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        end(() => reject(new TransferFailure(reasons.connectionLost)))
        request.abort()
      }, STALLED_AFTER_MS)
    }

    request.upload.addEventListener('progress', (event) => {
      watch()
      onProgress((from ?? 0) + event.loaded)
    })
    request.addEventListener('load', () => {
      const failure = transferFailure(request.status, request.responseText)
      end(() => (failure ? reject(failure) : resolve()))
    })
    request.addEventListener('error', () => {
      // The browser reports a file that changed on the disk in the same way as a lost connection.
      const whyLost = readable(file).then((intact) =>
        intact
          ? new TransferFailure(reasons.connectionLost)
          : new TransferFailure(reasons.fileUnreadable, false),
      )
      end(() => void whyLost.then(reject))
    })
    // Not ours: the browser aborts what is under way when the page goes.
    request.addEventListener('abort', () => {
      end(() => reject(new DOMException('The transfer was aborted.', 'AbortError')))
    })
    signal.addEventListener('abort', abort)
    request.open('PUT', url)
    for (const { name, value } of headers ?? [{ name: 'Content-Type', value: contentType }])
      request.setRequestHeader(name, value)
    if (from !== undefined) {
      request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`)
    }
    watch()
    // A slice has no type, which the browser would send, and the store keep.
    request.send(from ? file.slice(from) : headers ? file.slice() : file)
  })
}

async function readable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
