import { domainToASCII } from 'node:url'
import { isEmail, normaliseEmail } from '../../../../shared/accountRules.ts'

/** Letters, marks and figures of any script, and what an address may have beside them. */
const LOCAL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u
/** Bytes before the @ that mail takes. */
const LOCAL_BYTES = 64

/**
 * Whether an address can be one, an internationalised one among them (RFC 6531): "jürgen@müller.example". The CRM keeps
 * addresses of others; those of accounts have a rule of their own.
 */
export function isContactAddress(text: string): boolean {
  const address = normaliseEmail(text).normalize('NFC')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  if (at < 1 || domain === '' || !LOCAL.test(local) || Buffer.byteLength(local) > LOCAL_BYTES) return false
  // What is left to ask is the shape, and that is the same of the plain form.
  return isEmail(`${local.replace(/[^\p{ASCII}]/gu, 'x')}@${domain}`)
}
