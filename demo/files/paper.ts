/*
 * A written document before it has a file format: what a contract, letter or report says, in blocks. The PDF and
 * Word writers set the same blocks, each in its own way.
 */

export interface Column {
  readonly label: string
  /** Share of the width; the columns' shares are summed. */
  readonly width: number
  readonly align?: 'left' | 'right' | 'center'
}

export interface Series {
  readonly label: string
  readonly values: readonly number[]
  readonly kind: 'bars' | 'line'
}

/** Months or years along the bottom, one scale for all series. */
export interface Chart {
  readonly title: string
  readonly unit: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  /** Where the scale begins; 0 where absent. Only for lines: a bar has to begin at zero. */
  readonly floor?: number
}

/** Where a drawing may draw, in points from the upper left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a drawing draws with: a small part of PDFKit's document, so that drawings need no more. */
export type Pen = PDFKit.PDFDocument

/** Part of a redlined paragraph. */
export interface Mark {
  readonly text: string
  readonly change?: 'inserted' | 'deleted'
}

export interface Party {
  readonly name: string
  readonly by: string
  readonly title: string
}

export type Block =
  | { readonly kind: 'title'; readonly text: string; readonly below?: string }
  | { readonly kind: 'heading'; readonly text: string; readonly level?: 1 | 2 }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly style?: 'bold' | 'italic' | 'small'
      readonly center?: boolean
    }
  | { readonly kind: 'clause'; readonly number: string; readonly name?: string; readonly text: string }
  | { readonly kind: 'redline'; readonly number: string; readonly marks: readonly Mark[] }
  | { readonly kind: 'bullets'; readonly items: readonly string[] }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly Column[]
      readonly rows: readonly (readonly string[])[]
      /** Whether the last row is a sum. */
      readonly total?: boolean
      readonly caption?: string
    }
  | { readonly kind: 'chart'; readonly chart: Chart; readonly height?: number }
  | {
      readonly kind: 'drawing'
      readonly height: number
      readonly caption?: string
      draw(pen: Pen, box: Box): void
    }
  | { readonly kind: 'picture'; readonly image: Buffer; readonly height: number; readonly caption: string }
  | { readonly kind: 'signatures'; readonly parties: readonly Party[] }
  | { readonly kind: 'page' }

export interface Paper {
  readonly title: string
  readonly author: string
  /** Day of the document, YYYY-MM-DD. */
  readonly date: string
  /** Contracts and letters are set in Times, reports in Helvetica. */
  readonly face: 'contract' | 'report'
  /** Left and right of the running head; absent for letters that bear their own. */
  readonly head?: readonly [string, string]
  /** A name and line at the top of the first page, as letters and reports have. */
  readonly letterhead?: { readonly name: string; readonly line: string }
  readonly blocks: readonly Block[]
}

export const title = (text: string, below?: string): Block =>
  below === undefined ? { kind: 'title', text } : { kind: 'title', text, below }
export const heading = (text: string, level: 1 | 2 = 1): Block => ({ kind: 'heading', text, level })
export const text = (words: string): Block => ({ kind: 'text', text: words })
export const bullets = (...items: readonly string[]): Block => ({ kind: 'bullets', items })
export const facts = (...rows: readonly (readonly [string, string])[]): Block => ({ kind: 'facts', rows })
export const signatures = (...parties: readonly Party[]): Block => ({ kind: 'signatures', parties })
export const newPage: Block = { kind: 'page' }

/** An article of a contract: its heading and its sections, numbered 4.1, 4.2 and so on. */
export const article = (
  number: number,
  name: string,
  ...sections: readonly (string | readonly [name: string, text: string])[]
): readonly Block[] => [
  heading(`Article ${number}. ${name}`),
  ...sections.map((section, index): Block => {
    const label = `${number}.${index + 1}`
    return typeof section === 'string'
      ? { kind: 'clause', number: label, text: section }
      : { kind: 'clause', number: label, name: section[0], text: section[1] }
  }),
]
