"""THE GAME, pure Python: cards, hands, sheets, standings, payouts. Knows neither Django nor the night."""
