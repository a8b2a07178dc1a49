// @ts-check
// A classic script, which runs as soon as the page is read: it asks for the recording of a battle while the player is
// still on its way. player/source/net.js takes the answer.
{
  const { battle, recording_url: url } = JSON.parse(
    document.getElementById("page-data")?.textContent || '{"battle":{}}',
  );
  if (url && battle.status !== "on_air") {
    // Without it the page asks again, and shows the error.
    const answer = fetch(url).catch(() => null);
    Object.assign(globalThis, { battlereelAhead: { url, answer } });
  }
}
