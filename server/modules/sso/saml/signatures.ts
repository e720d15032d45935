import {
  ASSERTION,
  allElements,
  attribute,
  childrenOf,
  elementsIn,
  PROTOCOL,
  SamlError,
  SIGNATURE,
  type XmlElement,
} from './xml.ts'

const SIGNED_BY = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const DIGESTED_BY = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const TRANSFORMS = new Set([`${SIGNATURE}enveloped-signature`, CANONICAL, `${CANONICAL}WithComments`])

const isNamed = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name

/**
 * The one assertion of a response, after all that could make its signature count for something else was refused: it
 * has to be signed itself, by SHA-256 or stronger, and nothing else in the document may be taken for it (SSO-10,
 * SSO-12). Whether the signature is a true one is not looked at here.
 * @throws SamlError
 */
export function signedAssertionOf(document: { readonly documentElement: XmlElement }): XmlElement {
  const root = document.documentElement
  if (!isNamed(root, PROTOCOL, 'Response')) throw new SamlError('The answer is no SAML response.')
  const elements = [root, ...allElements(root)]
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion' || localName === 'EncryptedID'))
    throw new SamlError('The assertion is encrypted. Switch encryption off at the provider.')
  const assertions = elements.filter(({ localName }) => localName === 'Assertion')
  const [assertion] = assertions
  if (!assertion) throw new SamlError('The response has no assertion.')
  if (assertions.length > 1) throw new SamlError('The response has several assertions.')
  if (assertion.parentNode !== root || !isNamed(assertion, ASSERTION, 'Assertion'))
    throw new SamlError('The assertion is not where it must be.')
  requireIds(elements)
  const signatures = elements.filter(({ localName }) => localName === 'Signature')
  for (const signature of signatures) requireGood(signature, [root, assertion])
  const own = childrenOf(assertion, SIGNATURE, 'Signature')
  if (own.length !== 1) throw new SamlError('The assertion is not signed.')
  if (childrenOf(root, SIGNATURE, 'Signature').length > 1)
    throw new SamlError('The response has several signatures.')
  return assertion
}

/** @throws SamlError where one id names two elements, or an element none by which it could be signed */
function requireIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ name }) => /^(xml:)?id$/i.test(name))
      .map(({ value }) => value),
  )
  if (new Set(ids).size < ids.length) throw new SamlError('One ID names several elements.')
}

/** @throws SamlError for a signature that is not the one of the element right above it, or weaker than SHA-256 */
function requireGood(signature: XmlElement, places: readonly XmlElement[]): void {
  const parent = places.find((place) => place === signature.parentNode)
  if (!parent || !isNamed(signature, SIGNATURE, 'Signature'))
    throw new SamlError('A signature is not where it must be.')
  const [info, ...more] = childrenOf(signature, SIGNATURE, 'SignedInfo')
  const references = info ? childrenOf(info, SIGNATURE, 'Reference') : []
  const [reference] = references
  if (!info || more.length > 0 || !reference || references.length > 1)
    throw new SamlError('A signature is over several elements.')
  if (attribute(reference, 'URI') !== `#${attribute(parent, 'ID') ?? ''}` || attribute(parent, 'ID') === null)
    throw new SamlError('A signature is over another element than the one that is read.')
  const algorithmsOf = (element: XmlElement, name: string) =>
    allElements(element)
      .filter(({ localName }) => localName === name)
      .map((each) => attribute(each, 'Algorithm') ?? '')
  const isOnly = (found: readonly string[], known: ReadonlySet<string>) =>
    found.length === 1 && found.every((each) => known.has(each))
  if (
    !isOnly(algorithmsOf(info, 'SignatureMethod'), SIGNED_BY) ||
    !isOnly(algorithmsOf(info, 'DigestMethod'), DIGESTED_BY)
  )
    throw new SamlError('A signature is made with another method than RSA with SHA-256 or SHA-512.')
  if (!algorithmsOf(info, 'Transform').every((each) => TRANSFORMS.has(each)))
    throw new SamlError('A signature transforms what it is over.')
  if (!algorithmsOf(info, 'CanonicalizationMethod').every((each) => each.startsWith(CANONICAL)))
    throw new SamlError('A signature transforms what it is over.')
  if (elementsIn(signature).some(({ localName }) => localName === 'Object'))
    throw new SamlError('A signature holds an object.')
}
