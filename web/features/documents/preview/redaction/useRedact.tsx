import { IconEyeOff } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { pagedKind } from '../../../../../shared/pagedFiles.ts'
import type { Command } from '../../../../ui/index.ts'
import { isGivenOriginal, type OpenDocument, usePlace } from '../../place/place.ts'
import { extensionOf } from '../../place/previewKind.ts'

/** The way to the redaction of a file's current version (REDACT-01); nothing of it for whoever may not redact it. */
export function useRedact(file: OpenDocument): {
  readonly mayRedact: boolean
  readonly commands: readonly Command<OpenDocument>[]
  readonly isOpen: boolean
  readonly close: () => void
} {
  const { tree } = usePlace()
  const [address, setAddress] = useSearchParams()
  const mayRedact =
    tree.canRedact &&
    isGivenOriginal(file) &&
    pagedKind(extensionOf(file.name)) !== undefined &&
    !address.has('version')
  const turn = (on: boolean) =>
    setAddress((before) => {
      const after = new URLSearchParams(before)
      if (on) after.set('redact', '1')
      else after.delete('redact')
      return after
    })
  return {
    mayRedact,
    commands: mayRedact
      ? [{ key: 'redact', label: 'Redact', icon: <IconEyeOff />, run: () => turn(true) }]
      : [],
    isOpen: mayRedact && address.get('redact') === '1',
    close: () => turn(false),
  }
}
