import { DOMParser, XMLSerializer } from '@xmldom/xmldom'

/** Word's own elements have one of these namespaces, whatever their prefix is. */
const WORD = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])

const ELEMENT = 1

/** @throws where the text is no XML */
export function parsePart(text: string): Document {
  const fail = (message: string) => {
    throw new Error(message)
  }
  return new DOMParser({
    errorHandler: { warning: () => {}, error: fail, fatalError: fail },
  }).parseFromString(text, 'text/xml')
}

export const writePart = (document: Document): string => new XMLSerializer().serializeToString(document)

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT

/** Children that are elements, as they are now. */
export function childrenOf(parent: Node): Element[] {
  const found: Element[] = []
  for (let child = parent.firstChild; child; child = child.nextSibling)
    if (isElement(child)) found.push(child)
  return found
}

/** Whether it is Word's element of this name, as 'p'. */
export const isWord = (element: Element, name: string): boolean =>
  element.localName === name && WORD.has(element.namespaceURI ?? '')

/** Word's first child of this name. */
export const childOf = (parent: Node | null | undefined, name: string): Element | undefined =>
  parent ? childrenOf(parent).find((child) => isWord(child, name)) : undefined

/** All of Word's elements of this name, at any depth. */
export function allOf(parent: Element | Document, name: string): Element[] {
  const found: Element[] = []
  for (const namespace of WORD) {
    const list = parent.getElementsByTagNameNS(namespace, name)
    for (let at = 0; at < list.length; at += 1) {
      const each = list.item(at)
      if (each) found.push(each)
    }
  }
  return found
}

/** One of Word's attributes, by its name without prefix. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  if (!element) return undefined
  for (let at = 0; at < element.attributes.length; at += 1) {
    const attribute = element.attributes.item(at)
    if (attribute && (attribute.localName ?? attribute.name) === name) return attribute.value
  }
  return undefined
}

/** Whether a switch such as w:titlePg is there and not turned off. */
export const isOn = (element: Element | undefined): boolean =>
  element !== undefined && !/^(0|false|off)$/.test(attributeOf(element, 'val') ?? '')

/** A new element of Word's beside another, with attributes of Word's. */
export function makeWord(
  beside: Element,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const document = beside.ownerDocument
  if (!document) throw new Error('An element of no document.')
  const prefix = document.documentElement?.prefix ? `${document.documentElement.prefix}:` : ''
  const namespace = document.documentElement?.namespaceURI ?? null
  const made = document.createElementNS(namespace, prefix + name)
  for (const [key, value] of Object.entries(attributes)) made.setAttributeNS(namespace, prefix + key, value)
  return made
}

/** A run of text in a style. */
export function makeRun(beside: Element, text: string, style: string): Element {
  const run = makeWord(beside, 'r')
  const properties = makeWord(beside, 'rPr')
  properties.appendChild(makeWord(beside, 'rStyle', { val: style }))
  run.appendChild(properties)
  const words = makeWord(beside, 't')
  words.appendChild(words.ownerDocument.createTextNode(text))
  run.appendChild(words)
  return run
}

/** Puts what an element holds in its place. */
export function unwrap(element: Element): void {
  const parent = element.parentNode
  while (element.firstChild) parent?.insertBefore(element.firstChild, element)
  parent?.removeChild(element)
}

export const remove = (element: Element): void => {
  element.parentNode?.removeChild(element)
}
