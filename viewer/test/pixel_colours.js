/** Counts what a picture shows by colour: reads the screenshot of an element in a page of its own. */
export async function colours(browser, locator) {
  const shot = (await locator.screenshot()).toString('base64');
  const page = await browser.blank();
  const counts = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const pen = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
    const found = { orange: 0, blue: 0, curve: 0, grey: 0, all: pixels.length / 4 };
    for (let k = 0; k < pixels.length; k += 4) {
      const [r, g, b] = pixels.subarray(k, k + 3);
      if (r > 150 && g < 60 && b > 30 && b < 130) found.curve += 1;
      else if (r > g + 40 && g > b + 30) found.orange += 1;
      else if (b > r + 60 && b > g + 30) found.blue += 1;
      else if (Math.max(r, g, b) - Math.min(r, g, b) < 24 && r < 215) found.grey += 1;
    }
    return found;
  }, shot);
  await page.close();
  return counts;
}

/** Repeats a measurement until it is as wanted, for pictures come some frames after what asks for them; fails with the last one. */
export async function eventually(measure, wanted, patience = 40_000) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await measure();
    if (wanted(found)) return found;
    if (Date.now() > end) throw new Error(`not within ${patience} ms: ${wanted}; last seen: ${JSON.stringify(found)}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}
