import { createRequire } from 'node:module'

/** What is used of the DOM, whose own types are a browser's. */
interface XmlNode {
  readonly nodeType: number
  readonly nodeValue: string | null
  readonly parentNode: XmlNode | null
  readonly childNodes: ArrayLike<XmlNode>
}
export interface XmlElement extends XmlNode {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>
  getAttribute(name: string): string | null
}
interface XmlDocument extends XmlNode {
  readonly documentElement: XmlElement
}
interface XmlLibrary {
  DOMParser: new (options: {
    locator: object
    errorHandler: Readonly<Record<'warning' | 'error' | 'fatalError', (error: unknown) => void>>
  }) => { parseFromString(text: string, type: string): XmlDocument | undefined }
}

/** The one by which the signatures are checked: no other may read the same text in another way. */
const { DOMParser }: XmlLibrary = createRequire(import.meta.url)('@xmldom/xmldom')

/** What a provider sent can't be used, or proves nothing. The message is for its admins. */
export class SamlError extends Error {
  override name = 'SamlError'
}

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

/** Nodes deep: of none that a provider sends, and few enough for what walks them. */
const MAX_DEPTH = 100
const ENTITY = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/i

/**
 * Reads XML that others sent. A document type, which may declare entities, is refused in any case; of messages whose
 * every character counts also what a signature may leave out (SSO-12).
 * @throws SamlError
 */
export function parseXml(text: string, { isMessage }: { isMessage: boolean }): XmlDocument {
  if (/<!DOCTYPE/i.test(text)) throw new SamlError('The XML has a DOCTYPE.')
  if (/<!ENTITY/i.test(text) || ENTITY.test(text)) throw new SamlError('The XML has an entity of its own.')
  if (isMessage) {
    if (text.includes('<!--')) throw new SamlError('The XML has a comment.')
    if (text.includes('<!')) throw new SamlError('The XML has a section that is no plain text.')
    if (/<\?(?!xml\s)/.test(text.trimStart()) || text.trimStart().lastIndexOf('<?') > 0)
      throw new SamlError('The XML has a processing instruction.')
  }
  const errors: string[] = []
  const note = (error: unknown) => void errors.push(String(error))
  let document: XmlDocument | undefined
  try {
    document = new DOMParser({
      locator: {},
      errorHandler: { warning: note, error: note, fatalError: note },
    }).parseFromString(text.trim(), 'text/xml')
  } catch {
    errors.push('It could not be read.')
  }
  if (!document?.documentElement || errors.length > 0) throw new SamlError('It is no well-formed XML.')
  if (elementsIn(document).length !== 1) throw new SamlError('It is no well-formed XML.')
  requireShallow(document)
  return document
}

function requireShallow(document: XmlDocument): void {
  let level: XmlElement[] = [document.documentElement]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new SamlError('The XML is nested too deeply.')
    level = level.flatMap(elementsIn)
  }
}

/** The elements right below a node. */
export const elementsIn = (node: XmlNode): XmlElement[] =>
  Array.from(node.childNodes ?? []).filter((child): child is XmlElement => child.nodeType === 1)

/** Those of them that have the name. */
export const childrenOf = (node: XmlNode, namespace: string, name: string): XmlElement[] =>
  elementsIn(node).filter((each) => each.namespaceURI === namespace && each.localName === name)

/** The one child of the name; null for none. @throws SamlError for several */
export function onlyChild(node: XmlNode, namespace: string, name: string): XmlElement | null {
  const found = childrenOf(node, namespace, name)
  if (found.length > 1) throw new SamlError(`There are several elements ${name}.`)
  return found[0] ?? null
}

/** All elements of a document, in their order. */
export function allElements(node: XmlNode): XmlElement[] {
  return elementsIn(node).flatMap((each) => [each, ...allElements(each)])
}

/** The text of an element that holds nothing else. @throws SamlError for one that does */
export function plainText(element: XmlElement): string {
  const nodes = Array.from(element.childNodes)
  if (nodes.some(({ nodeType }) => nodeType !== 3))
    throw new SamlError(`The element ${element.localName} holds more than text.`)
  return nodes
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim()
}

/** The value of an attribute; null where it is absent or empty. */
export const attribute = (element: XmlElement, name: string): string | null =>
  element.getAttribute(name) || null

/** A moment of SAML, which is in UTC. @throws SamlError for anything else */
export function momentOf(element: XmlElement, name: string): Date | null {
  const text = attribute(element, name)
  if (text === null) return null
  const moment = new Date(text)
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(moment.getTime())
  )
    throw new SamlError(`${name} is no moment.`)
  return moment
}
