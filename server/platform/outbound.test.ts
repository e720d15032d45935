import { expect, test } from 'vitest'
import { isPrivateAddress } from './outbound.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:169.254.169.254',
  // The same within IPv6: compatible, translated, by NAT64, Teredo and 6to4.
  '::127.0.0.1',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2001:0:7f00:1::1',
  '2002:7f00:1::1',
  '100::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
])('TOKEN-16 SSO-29 %s is not asked', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '2001:4860:4860::8888', '2606:4700:4700::1111'])(
  '%s may be asked',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)
