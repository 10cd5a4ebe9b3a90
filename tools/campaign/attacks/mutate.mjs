// Mutates valid bytes.

/** Changes, removes, repeats and inserts a few bytes. */
export function mutate(bytes, random, most = 8) {
  let mutated = Buffer.from(bytes);
  for (let left = random.between(1, most); left > 0 && mutated.length > 1; left--) {
    const place = random.between(0, mutated.length - 1);
    const end = Math.min(mutated.length, place + random.between(1, 12));
    const before = mutated.subarray(0, place);
    switch (random.between(0, 4)) {
      case 0:
        mutated[place] ^= 1 << random.between(0, 7);
        break;
      case 1:
        mutated[place] = random.pick([0, 9, 10, 13, 32, 34, 35, 37, 44, 47, 58, 59, 127, 128, 255]);
        break;
      case 2:
        mutated = Buffer.concat([before, mutated.subarray(end)]);
        break;
      case 3:
        mutated = Buffer.concat([mutated.subarray(0, end), mutated.subarray(place)]);
        break;
      default:
        mutated = Buffer.concat([before, Buffer.from([random.between(0, 255)]), mutated.subarray(place)]);
    }
  }
  return mutated;
}
