import { useRef, useState } from 'react'
import { styled } from '../../../ui/theme/styled.tsx'
import type { PreviewProps } from './previewProps.ts'

const Player = styled('video')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  width: '100%',
  backgroundColor: theme.vars.palette.common.black,
}))

/** A video with the browser's own controls. When its address has run out under way it goes on with a fresh one. */
export function VideoPreview({ name, url, renew, onFailed }: PreviewProps) {
  const [source, setSource] = useState(url)
  const at = useRef(0)
  const resume = async (player: HTMLVideoElement) => {
    const fail = () => onFailed({ reason: 'This video could not be played here.', passing: true })
    // A failure at the very start, or at the same place again, is the file's own.
    if (player.currentTime <= at.current) return fail()
    at.current = player.currentTime
    try {
      setSource(await renew())
    } catch {
      fail()
    }
  }
  return (
    <Player
      src={source}
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      onLoadedMetadata={({ currentTarget }) => {
        if (at.current === 0) return
        currentTarget.currentTime = at.current
        void currentTarget.play().catch(() => {})
      }}
      onError={({ currentTarget }) => void resume(currentTarget)}
    />
  )
}
