import type { Token } from '../marked/operators.ts'
import type { ReadFont } from './fonts.ts'
import { IDENTITY, type Matrix } from './geometry.ts'
import { FIRST_TEXT, type TextState } from './texts.ts'

/** What a content stream names of its resources. */
export type ResourceKind = 'XObject' | 'Font' | 'ExtGState' | 'ColorSpace' | 'Pattern' | 'Shading'

/** What a stream draws with. */
export interface Resources {
  /** A drawing by its name as it stays, under a name of its own; null where nothing of it does. @throws Uncertain */
  drawing(word: string, state: State): string | null
  /** A picture in the stream itself, likewise. @throws Uncertain */
  inlineImage(content: Uint8Array, image: Token, state: State): string | null
  /** How something is drawn, likewise. @throws Uncertain */
  state(word: string, matrix: Matrix): string
  /** @throws Uncertain */
  font(word: string): ReadFont
  /** Which letters of a font are shown, to be added to, where these are drawings; null for other fonts. */
  lettersShown(word: string): Set<number> | null
  pattern(word: string): Pattern
  /** Whether what it shades is no more than a run of colours. */
  isPlainShading(word: string): boolean
  /** Keeps what is used by its name. */
  uses(kind: ResourceKind, word: string): void
}

/** What is painted with in place of a colour. */
export interface Pattern {
  /** Whether it draws more than a run of colours. */
  isDrawing: boolean
  /** Keeps it: something is painted with it. */
  keep(): void
}

/** How what comes next is drawn; a drawing begins with that of where it stands. */
export interface State {
  ctm: Matrix
  text: TextState
  lineWidth: number
  /** What areas, and lines, are painted with, where it is no colour. */
  areaPattern: Pattern | null
  linePattern: Pattern | null
}

export const FIRST_STATE: State = {
  ctm: IDENTITY,
  text: FIRST_TEXT,
  lineWidth: 1,
  areaPattern: null,
  linePattern: null,
}
