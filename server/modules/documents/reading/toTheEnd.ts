/** A row after which a page begins. */
export interface Cursor {
  id: number
  /** The moment with all its digits. */
  cursorAt: string
}

/** A page, and the last row that it was made of. */
export interface ReadPage<Entry> {
  entries: Entry[]
  last: Cursor | null
}

/** How the entries of something opened are read, the newest first. */
export interface Reads<Opened, Entry> {
  /** As the actor may read it at that moment. */
  current(): Promise<Opened>
  /** Whether the actor may read all entries, so that none is passed over by reading them in their order. */
  seesAll(opened: Opened): boolean
  after(opened: Opened, after: Cursor | null, limit: number): Promise<ReadPage<Entry>>
  /** The numbers of as many entries as are wanted that follow a row, found in what the actor may read alone. */
  numbersAfter(opened: Opened, after: Cursor | null, wanted: number): Promise<number[]>
  /** Those of the numbers that the actor may still read. */
  byNumbers(opened: Opened, numbers: readonly number[]): Promise<ReadPage<Entry>>
}

/** Entries that are read together, and those whose numbers are found together. */
const PAGE = 2000
const WINDOW = 100 * PAGE

/**
 * All entries, page by page. Whoever may not read everything has many numbers found together: that looks into all that
 * they may read, and into nothing else, so that its time tells nothing of what is hidden (PERM-10).
 */
export async function* readToTheEnd<Opened, Entry>(reads: Reads<Opened, Entry>): AsyncGenerator<Entry[]> {
  let numbers: number[] = []
  let after: Cursor | null = null
  for (;;) {
    const opened: Opened = await reads.current()
    const inOrder = numbers.length === 0 && reads.seesAll(opened)
    if (numbers.length === 0 && !inOrder) {
      numbers = await reads.numbersAfter(opened, after, WINDOW)
      if (numbers.length === 0) return
    }
    const page: ReadPage<Entry> = inOrder
      ? await reads.after(opened, after, PAGE)
      : await reads.byNumbers(opened, numbers.slice(0, PAGE))
    numbers = numbers.slice(PAGE)
    yield page.entries
    if (inOrder && page.entries.length < PAGE) return
    after = page.last ?? after
  }
}
