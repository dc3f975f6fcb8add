// One timer that writes thirty text nodes at every whole second.
const texts = Array.from({ length: 30 }, (_, index) => {
  const line = document.createElement('p');
  const text = document.createTextNode('');
  line.append(text);
  document.getElementById('texts').append(line);
  return { text, endsAt: Date.now() + (index + 1) * 1_700_000 };
});

function tick() {
  const now = Date.now();
  for (const { text, endsAt } of texts) {
    const left = Math.floor((endsAt - now) / 1000);
    text.nodeValue = `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min ${left % 60} s`;
  }
  setTimeout(tick, 1000 - (Date.now() % 1000));
}
tick();
