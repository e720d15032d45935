import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'

/** Marks in one block beyond which they are no marks: the parser's time grows with their square. */
const MAX_MARKS = 1000
/** Quotes inside of each other, likewise. */
const MAX_QUOTES = 16

const DEEP_QUOTES = new RegExp(`^((?:[ \\t]*>){${MAX_QUOTES}})(?:[ \\t]*>)+`, 'gm')
const MARK = /[*_[~]/g

/** A text that takes the parser no longer than prose of its length does. */
function bounded(text: string): string {
  const shallow = text.replace(DEEP_QUOTES, '$1')
  if ((shallow.match(MARK)?.length ?? 0) <= MAX_MARKS) return shallow
  return shallow
    .split(/(\n[ \t]*\n)/)
    .map((block) => ((block.match(MARK)?.length ?? 0) > MAX_MARKS ? block.replace(MARK, '\\$&') : block))
    .join('')
}

/** A text in markdown as a tree, with tables and struck-out words. */
export const parse = (text: string): Root =>
  fromMarkdown(bounded(text), {
    extensions: [gfmStrikethrough({ singleTilde: false }), gfmTable()],
    mdastExtensions: [gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown()],
  })
