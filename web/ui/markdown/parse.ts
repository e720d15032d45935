import type { Nodes, Root } from 'mdast'
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
const MARKS = '*_[~'
const MARK = /[*_[~]/g
/** Characters without a meaning, one for each mark, that stand in for it while the text is read. */
const STAND_INS = '\ue000\ue001\ue002\ue003'
const STAND_IN = /[\ue000-\ue003]/g
const standInFor = (mark: string): string => STAND_INS[MARKS.indexOf(mark)] ?? mark
const markOf = (standIn: string): string => MARKS[STAND_INS.indexOf(standIn)] ?? standIn

/** A text that takes the parser no longer than prose of its length does. */
function bounded(text: string): string {
  const shallow = text.replace(DEEP_QUOTES, '$1')
  if ((shallow.match(MARK)?.length ?? 0) <= MAX_MARKS) return shallow
  return shallow
    .split(/(\n[ \t]*\n)/)
    .map((block) => ((block.match(MARK)?.length ?? 0) > MAX_MARKS ? block.replace(MARK, standInFor) : block))
    .join('')
}

/** Puts the marks back into the words. */
function withMarks(node: Nodes): void {
  if ('value' in node) node.value = node.value.replace(STAND_IN, markOf)
  if ('url' in node) node.url = node.url.replace(STAND_IN, markOf)
  if ('children' in node) for (const child of node.children) withMarks(child)
}

/** A text in markdown as a tree, with tables and struck-out words. */
export function parse(text: string): Root {
  const read = bounded(text)
  const root = fromMarkdown(read, {
    extensions: [gfmStrikethrough({ singleTilde: false }), gfmTable()],
    mdastExtensions: [gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown()],
  })
  if (read !== text) withMarks(root)
  return root
}
