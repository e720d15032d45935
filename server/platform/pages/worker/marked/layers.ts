import type { PDFArray, PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { name, pdf } from './pdfLib.ts'

/** How deep expressions of layers are followed. */
const MAX_DEPTH = 20

/** Which layers (optional content) of a document show; an object that names no layer shows always. */
export interface Layers {
  shows(layer: PDFObject | undefined): boolean
  isLayer(object: PDFObject | undefined): boolean
}

/** Layers as a document shows them when it is opened. */
export function layersOf(catalog: PDFDict): Layers {
  const { context } = catalog
  const properties = catalog.lookup(name('OCProperties'))
  const config = properties instanceof pdf.PDFDict ? properties.lookup(name('D')) : undefined
  const asIs = config instanceof pdf.PDFDict ? config : undefined
  const refs = (key: string): Set<PDFObject> => {
    const found = asIs?.lookup(name(key))
    return new Set(found instanceof pdf.PDFArray ? found.asArray() : [])
  }
  const [on, off] = [refs('ON'), refs('OFF')]
  const isOffAtFirst = asIs?.lookup(name('BaseState'))?.toString() === '/OFF'
  const typeOf = (object: PDFObject | undefined): string | undefined => {
    const dictionary = context.lookup(object)
    return dictionary instanceof pdf.PDFDict ? dictionary.lookup(name('Type'))?.toString() : undefined
  }

  const groupShows = (group: PDFObject): boolean => {
    if (off.has(group) || (isOffAtFirst && !on.has(group))) return false
    const dictionary = context.lookup(group)
    const usage = dictionary instanceof pdf.PDFDict ? dictionary.lookup(name('Usage')) : undefined
    const view = usage instanceof pdf.PDFDict ? usage.lookup(name('View')) : undefined
    return !(view instanceof pdf.PDFDict && view.lookup(name('ViewState'))?.toString() === '/OFF')
  }
  const expressionShows = (expression: PDFArray, depth: number): boolean => {
    const [operator, ...operands] = expression.asArray()
    const each = operands.map((operand) => {
      const found = context.lookup(operand)
      if (found instanceof pdf.PDFArray) return depth >= MAX_DEPTH || expressionShows(found, depth + 1)
      return groupShows(operand)
    })
    if (operator?.toString() === '/Not') return !each[0]
    return operator?.toString() === '/Or' ? each.some(Boolean) : each.every(Boolean)
  }
  const membershipShows = (membership: PDFDict): boolean => {
    const expression = membership.lookup(name('VE'))
    if (expression instanceof pdf.PDFArray) return expressionShows(expression, 0)
    const named = membership.get(name('OCGs'))
    const list = context.lookup(named)
    const groups = list instanceof pdf.PDFArray ? list.asArray() : list instanceof pdf.PDFDict ? [named] : []
    const each = groups.flatMap((group) => (group ? [groupShows(group)] : []))
    if (each.length === 0) return true
    const policy = membership.lookup(name('P'))?.toString()
    if (policy === '/AllOn') return each.every(Boolean)
    if (policy === '/AnyOff') return each.some((shows) => !shows)
    return policy === '/AllOff' ? each.every((shows) => !shows) : each.some(Boolean)
  }
  return {
    isLayer: (object) => ['/OCG', '/OCMD'].includes(typeOf(object) ?? ''),
    shows: (layer) => {
      const dictionary = context.lookup(layer)
      if (!layer || !(dictionary instanceof pdf.PDFDict)) return true
      return typeOf(layer) === '/OCMD' ? membershipShows(dictionary) : groupShows(layer as PDFRef)
    },
  }
}
