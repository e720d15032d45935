import { expect, test } from 'vitest'
import { clientAddress } from './clientAddress.ts'

test('one client is an IPv4 address or 64 bits of IPv6, however they are written', () => {
  expect(clientAddress('192.0.2.7')).toBe('192.0.2.7')
  expect(clientAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(clientAddress('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
  expect(clientAddress('2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64')
  expect(clientAddress('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(clientAddress('2001:db8::2:0:0:0:1')).toBe('2001:db8:0:2::/64')
  expect(clientAddress('::1')).toBe('0:0:0:0::/64')
  expect(clientAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('who has hung up before the request is looked at is a client, too', () => {
  expect(clientAddress(undefined)).toBe('gone')
})
