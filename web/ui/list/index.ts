export { pageOf, withPage } from './address.ts'
export { useAddressText } from './useAddressText.ts'
export { useExistingPage } from './useExistingPage.ts'
export { type ListShape, type ListState, useListState } from './useListState.ts'
