import type { ListFile, Manifest, Rows, Signature } from './rows.ts'

/** What a list calls the page with. */
interface Call {
  kind: string
  number?: number
  rows?: unknown[]
  text?: string
}

/** A page from disk may fetch nothing, but load scripts beside it: each list is one that calls the page. */
async function load(path: string): Promise<Call> {
  const { promise, resolve, reject } = Promise.withResolvers<Call>()
  const script = document.createElement('script')
  script.src = path
  let call: Call | null = null
  Object.assign(window, {
    helioroom: (given: Call) => {
      call = given
    },
  })
  script.onload = () => (call ? resolve(call) : reject(new Error(`${path} can’t be read.`)))
  script.onerror = () => reject(new Error(`${path} is missing.`))
  document.head.append(script)
  return promise.finally(() => script.remove())
}

/** An archive whose manifest was read. */
export interface Lists {
  manifest: Manifest
  signature: Signature
  /** As they stand in the files beside the page. */
  texts: { manifest: string; signature: string }
  /** The lists of a kind, in their order. */
  listsOf(kind: keyof Rows): readonly ListFile[]
  /** @throws an Error that says which list is missing or wrong */
  read<Kind extends keyof Rows>(list: ListFile & { kind: string }): Promise<Rows[Kind][]>
  /** All rows of a kind. @param onProgress called with how many of its lists are read */
  all<Kind extends keyof Rows>(
    kind: Kind,
    onProgress?: (read: number, of: number) => void,
  ): Promise<Rows[Kind][]>
}

/** @throws an Error with a sentence that says what is missing */
export async function openLists(): Promise<Lists> {
  // One after the other: each calls the same name.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (path: string): Promise<Call> => {
    const next = last.then(() => load(path))
    last = next.catch(() => {})
    return next
  }
  const textOf = async (kind: 'manifest' | 'signature'): Promise<string> =>
    (await inTurn(`data/${kind}-0001.js`)).text ?? ''
  const texts = { manifest: await textOf('manifest'), signature: await textOf('signature') }
  const manifest = JSON.parse(texts.manifest) as Manifest
  const kept = new Map<string, Promise<unknown[]>>()
  const listsOf = (kind: string) => manifest.lists.filter((list) => list.kind === kind)
  const read = (list: ListFile): Promise<unknown[]> => {
    const known = kept.get(list.path)
    if (known) return known
    const rows = inTurn(list.path).then((call) => {
      if (call.kind !== list.kind || call.number !== list.number || !call.rows)
        throw new Error(`${list.path} is not the list that the manifest names.`)
      return call.rows
    })
    kept.set(list.path, rows)
    return rows
  }
  return {
    manifest,
    signature: JSON.parse(texts.signature) as Signature,
    texts,
    listsOf,
    read: <Kind extends keyof Rows>(list: ListFile) => read(list) as Promise<Rows[Kind][]>,
    all: async <Kind extends keyof Rows>(
      kind: Kind,
      onProgress?: (read: number, of: number) => void,
    ): Promise<Rows[Kind][]> => {
      const lists = listsOf(kind)
      const rows: Rows[Kind][] = []
      for (const [at, list] of lists.entries()) {
        onProgress?.(at, lists.length)
        for (const row of (await read(list)) as Rows[Kind][]) rows.push(row)
      }
      return rows
    },
  }
}
