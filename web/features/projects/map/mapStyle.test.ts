import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { styleAddress, useMapStyle, withToken } from './mapStyle.ts'

test('MAP-03 MAP-15 MAP-16 the style is remembered, and the token goes to the maps service alone', async () => {
  localStorage.removeItem('helioroom-map-style')
  const service = {
    lightStyle: 'https://maps.example/light.json',
    satelliteStyle: 'https://maps.example/satellite.json',
    token: 'token-1234',
    origins: ['https://maps.example'],
  }
  expect(styleAddress(null, 'light')).toBeNull()
  expect(styleAddress(service, 'light')).toBe(service.lightStyle)
  expect(styleAddress(service, 'satellite')).toBe(service.satelliteStyle)
  expect(withToken(service, 'https://maps.example/1/2/3.png')).toBe(
    'https://maps.example/1/2/3.png?access_token=token-1234',
  )
  expect(withToken(service, 'https://other.example/1.png')).toBe('https://other.example/1.png')
  expect(withToken(null, 'https://maps.example/1.png')).toBe('https://maps.example/1.png')
  const { result } = renderHook(() => useMapStyle())
  expect(result.current.style).toBe('light')
  act(() => result.current.choose('satellite'))
  expect(renderHook(() => useMapStyle()).result.current.style).toBe('satellite')
  localStorage.removeItem('helioroom-map-style')
})
