import sharp from 'sharp'

// As for thumbnails: other formats bring in whole libraries, some of which follow links.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadTiff',
    // Of these sharp has AVIF alone.
    'VipsForeignLoadHeif',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
